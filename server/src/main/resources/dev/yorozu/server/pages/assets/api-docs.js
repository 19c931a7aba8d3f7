// Shows the document that is chosen, and keeps the choice in the address.
(() => {
  const choice = document.getElementById("interface");
  const link = document.getElementById("document");
  const wanted = new URLSearchParams(location.search).get("api");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();

  const show = () => {
    link.href = choice.value;
    link.textContent = choice.value;
    SwaggerUIBundle({
      url: choice.value,
      domNode: document.getElementById("viewer"),
      presets: [SwaggerUIBundle.presets.apis],
      layout: "BaseLayout",
      docExpansion: "none",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
      validatorUrl: null,
    });
  };

  const name = (option) => option.value.replace(/^\/openapi\/?|\.json$/g, "") || "all";
  const named = [...choice.options].find((option) => name(option) === wanted);
  if (named) {
    named.selected = true;
  }
  choice.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("api", name(choice.selectedOptions[0]));
    address.hash = "";
    history.replaceState(null, "", address);
    show();
  });
  choice.form.hidden = false;
  show();
})();
