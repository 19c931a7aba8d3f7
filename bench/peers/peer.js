// What the peers share: they say where they listen, and answer a session check in the words of Yorozu.
exports.LIFE_SECONDS = 30 * 24 * 60 * 60;

exports.ready = (server) => {
  server.keepAliveTimeout = 10 * 60 * 1000; // Clients keep their connections while others have their turns.
  console.log(`Ready at http://127.0.0.1:${server.address().port}`);
};

exports.signedIn = (user) => ({ ok: true, loggedIn: true, user });
