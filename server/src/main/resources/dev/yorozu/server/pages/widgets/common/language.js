// What the widgets say. Each widget adds texts of its own.

/** A time to wait, in the largest unit of which there are two. */
function span(seconds, ...units) {
  const unit = seconds < 120 ? 0 : seconds < 7200 ? 1 : 2;
  return Math.ceil(seconds / 60 ** unit) + units[unit];
}

const TEXTS = {
  en: {
    loading: "Loading…",
    noId: "This widget needs an id.",
    "refused-network": "The server cannot be reached. Please try again later.",
    "refused-storage": "The server is taking a short break. Please try again later.",
    "refused-missing": "There is nothing here under this id.",
    "refused-cooldown": "Please wait a moment, then try again.",
    "refused-cooldown-seconds": (seconds) =>
      `Please wait ${span(seconds, " seconds", " minutes", " hours")}, then try again.`,
    "refused-denied": "Only your own messages can be changed.",
    "refused-gone": "This message is not there any more.",
    "refused-links": "Links are not allowed here.",
    "refused-repeated": "Too many of the same character in a row.",
    "refused-words": "Please say this in other words.",
    "refused-unseen": "Please write something that can be seen.",
  },
  ja: {
    loading: "読み込み中…",
    noId: "この部品には id が必要です。",
    "refused-network": "サーバーにつながりません。時間をおいてもう一度お試しください。",
    "refused-storage": "サーバーが少し休んでいます。時間をおいてもう一度お試しください。",
    "refused-missing": "この id のものは見つかりません。",
    "refused-cooldown": "少し待ってから、もう一度お試しください。",
    "refused-cooldown-seconds": (seconds) =>
      `${span(seconds, "秒", "分", "時間")}ほど待ってから、もう一度お試しください。`,
    "refused-denied": "自分の書き込みだけを変更できます。",
    "refused-gone": "この書き込みはもうありません。",
    "refused-links": "URL は書き込めません。",
    "refused-repeated": "同じ文字が続きすぎています。",
    "refused-words": "別の言葉でお願いします。",
    "refused-unseen": "目に見える文字を入力してください。",
  },
};

function speak(english, japanese) {
  Object.assign(TEXTS.en, english);
  Object.assign(TEXTS.ja, japanese);
}

/** The nearest language that anybody declared, else the browser's; whatever is not Japanese is English here. */
function languageOf(element) {
  const declared = element.closest("[lang]:not([lang=''])")?.getAttribute("lang");
  return /^ja\b/i.test(declared || navigator.language || "") ? "ja" : "en";
}
