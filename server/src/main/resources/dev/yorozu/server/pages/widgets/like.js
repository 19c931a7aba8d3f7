// <nostalgic-like>: a button that is pressed or not, and how often it is.

const ICONS = ["heart", "star", "thumb", "peta"];

speak(
  {
    like: "Like",
    likes: (count) => `${count} likes`,
    liked: (count) => `Liked. ${count} likes.`,
    unliked: (count) => `Like taken back. ${count} likes.`,
  },
  {
    like: "いいね",
    likes: (count) => `いいね ${count}件`,
    liked: (count) => `いいねしました。${count}件`,
    unliked: (count) => `いいねを取り消しました。${count}件`,
  },
);

class NostalgicLike extends Widget {
  static service = "like";

  /** The elements of this page, so that those of one id change together. */
  static #all = new Set();

  #button = null;
  #waiting = false;
  #asked = null;

  connectedCallback() {
    NostalgicLike.#all.add(this);
    super.connectedCallback();
  }

  disconnectedCallback() {
    NostalgicLike.#all.delete(this);
  }

  load() {
    this.#asked = this.ask("get", { id: this.key }).then(told);
    return this.#asked;
  }

  get liked() {
    return Boolean(this.shown?.liked ?? this.shown?.userLiked);
  }

  get iconName() {
    const names = [this.getAttribute("icon"), this.shown?.icon, this.shown?.settings?.icon];
    return names.find((name) => ICONS.includes(name)) || "heart";
  }

  wait() {
    this.paint();
  }

  paint() {
    const total = this.shown ? this.number(this.shown.total) : "–";
    if (this.formatName === "image") return this.#badge(total);
    const pictured = this.formatName !== "text";
    if (!this.#button) this.#button = node("button", { type: "button", click: () => this.toggleLike() });
    this.#button.className = (pictured ? "like-button" : "like-text") + (this.liked ? " liked" : "");
    this.#button.setAttribute("aria-pressed", String(this.liked));
    this.#button.setAttribute("title", this.say("like"));
    const icon = pictured ? picture(this.iconName, "like-icon heart-icon") : null;
    const parts = [icon, unseen(this.say("like") + " "), node("span", { class: "like-count" }, total)];
    this.#button.replaceChildren(...parts.filter(Boolean));
    this.dress("like");
    // Kept where it is, or it would lose the focus with every press.
    if (this.frame.firstChild !== this.#button) this.frame.replaceChildren(this.#button);
  }

  #badge(total) {
    const count = node("span", { class: "like-count" }, total);
    const badge = { class: "like-badge", role: "img", "aria-label": this.say("likes", total) };
    this.dress("like", node("span", badge, picture(this.iconName, "like-icon heart-icon"), count));
  }

  /** Presses or releases the button. A press while one is under way does nothing: it would only undo it. */
  async toggleLike() {
    if (this.#waiting || !this.key) return;
    this.#waiting = true;
    this.frame.setAttribute("aria-busy", "true");
    try {
      // An answer that is still on its way tells how it was before the press.
      await this.#asked?.catch(() => null);
      this.#share(told(await this.ask("toggle", { id: this.key })));
      this.announce(this.say(this.liked ? "liked" : "unliked", this.number(this.shown.total)));
    } catch (refused) {
      this.announce(this.excuse(refused), true);
    } finally {
      this.#waiting = false;
      this.frame.removeAttribute("aria-busy");
    }
  }

  #share(shown) {
    for (const each of NostalgicLike.#all) {
      if (each.key === this.key && each.base === this.base) {
        each.shown = { ...each.shown, ...shown };
        each.paint();
      }
    }
  }
}

publish(NostalgicLike, "nostalgic-like", "NostalgicLike");
