"use strict";
(() => {
  const SUITS = "SHDC", SIGNS = "♠♥♦♣", SVG = "http://www.w3.org/2000/svg";
  const WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", A: "ace", K: "king", Q: "queen", J: "jack" };
  const $ = (id) => document.getElementById(id);

  function make(tag, props = {}, ...children) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
      if (key in made) made[key] = value; else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  const spoken = (name) => `${WORDS[name.slice(1)] ?? name.slice(1)} of ${WORDS[name[0]]}`;

  function card(name, kind = "") {
    const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    svg.setAttribute("viewBox", "0 0 50 70");
    svg.setAttribute("class", `card ${name === "back" ? "" : "s" + SUITS.indexOf(name[0])} ${kind}`);
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#c-${name}`);
    svg.append(use);
    return svg;
  }

  function cardText(text) {  // cards in a sentence with their signs, as the rest of the page has them
    const parts = [], pattern = /"[^"]*"|\b([SHDC])(10|[AKQJ987])\b/g;
    let from = 0;
    for (const found of text.matchAll(pattern)) {
      if (!found[1]) continue;
      parts.push(text.slice(from, found.index));
      const suit = SUITS.indexOf(found[1]);
      parts.push(make("span", { className: `c s${suit}` }, SIGNS[suit] + found[2]));
      from = found.index + found[0].length;
    }
    return [...parts, text.slice(from)];
  }

  const isBad = (frame) => frame.x.length > 0;

  class Replay {
    constructor(section) {
      this.section = section;
      this.data = JSON.parse($(section.dataset.data).textContent);
      const blank = { p: "", w: -1, x: [], q: [], k: 0 };
      for (const deal of this.data.deals) {
        let last = blank;  // of each frame only what has changed is written down
        deal.frames = deal.f.map((change) => (last = { ...last, ...change, x: change.x ?? [] }));
      }
      this.build();
      this.deal(0);
    }

    build() {
      const names = this.data.deals.map((deal) => `Deal ${deal.no}`);
      this.pick = make("select", { onchange: () => this.deal(this.pick.selectedIndex) }, ...names.map((n) => make("option", {}, n)));
      this.facts = make("span", { className: "faint" });
      this.stage = make("div", { className: "stage", tabIndex: 0, role: "group", ariaLabel: "The table" });
      this.says = make("p", { className: "says", role: "status", ariaLive: "polite" });
      this.wrong = make("ul", { className: "wrong" });
      this.slider = make("input", { type: "range", min: 0, ariaLabel: "Step", oninput: () => this.show(+this.slider.value) });
      this.count = make("span", { className: "faint" });
      const button = (sign, label, act) => make("button", { type: "button", onclick: act, ariaLabel: label, title: label }, sign);
      this.buttons = {
        first: button("|◀", "To the beginning (Home)", () => this.show(0)),
        trickBack: button("◀◀", "One trick back (Page up)", () => this.trick(-1)),
        back: button("◀", "One step back (left arrow)", () => this.show(this.at - 1)),
        on: button("▶", "One step on (right arrow)", () => this.show(this.at + 1)),
        trickOn: button("▶▶", "One trick on (Page down)", () => this.trick(1)),
        last: button("▶|", "To the end (End)", () => this.show(Infinity)),
        fault: button("Next fault", "To the next fault (F)", () => this.fault()),
      };
      const { fault, ...steps } = this.buttons;
      this.section.append(
        make("div", { className: "bar" }, make("label", {}, "Show ", this.pick), this.facts),
        this.stage, this.says, this.wrong,
        make("div", { className: "controls", role: "group", ariaLabel: "Steps" }, ...Object.values(steps), this.slider, this.count, fault),
        make("p", { className: "faint" }, "Keys: ← → a step, Page up and Page down a trick, Home, End, F the next fault. A lighter card was worked out from later play; a back is not known; raised cards lie on the table."),
      );
      this.section.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
      const acts = {
        ArrowLeft: () => this.show(this.at - 1), ArrowRight: () => this.show(this.at + 1), Home: () => this.show(0), End: () => this.show(Infinity),
        PageUp: () => this.trick(-1), PageDown: () => this.trick(1), f: () => this.fault(), F: () => this.fault(),
      };
      if (!acts[event.key]) return;
      acts[event.key]();
      event.preventDefault();
    }

    deal(n) {
      this.now = this.data.deals[n];
      this.pick.selectedIndex = n;
      const seats = this.now.n;
      this.section.classList.remove("n2", "n3", "n4");
      this.section.classList.add(`n${seats.length}`);
      const dealer = this.now.dealer === null ? "" : `${this.data.names[this.now.dealer]} deals`;
      this.facts.replaceChildren(dealer, this.now.trump ? ` · trumps ${this.now.trump}` : "");
      this.slider.max = this.now.frames.length - 1;
      this.buttons.fault.hidden = !this.now.frames.some(isBad);
      this.show(0);
    }

    trick(way) {
      const number = this.frame.k, frames = this.now.frames;
      let at = this.at;
      if (way > 0) while (at < frames.length - 1 && (frames[at].k === number)) at++;
      else {
        while (at > 0 && frames[at - 1].k === number) at--;
        if (at === this.at) { const before = frames[Math.max(0, at - 1)].k; while (at > 0 && frames[at - 1].k === before) at--; }
      }
      this.show(at);
    }

    fault() {
      const frames = this.now.frames, count = frames.length;
      for (let n = 1; n <= count; n++) {
        const at = (this.at + n) % count;
        if (isBad(frames[at])) return this.show(at);
      }
    }

    show(at) {
      const frames = this.now.frames;
      this.at = Math.max(0, Math.min(at, frames.length - 1));
      const frame = this.frame = frames[this.at];
      this.slider.value = this.at;
      this.slider.setAttribute("aria-valuetext", frame.t);
      this.count.textContent = `${this.at + 1} of ${frames.length}${frame.k ? `, trick ${frame.k}` : ""}`;
      this.says.replaceChildren(...cardText(frame.t));
      this.wrong.replaceChildren(...frame.x.map((n) => make("li", {}, make("a", { href: `#ruling-${n}` }, `Ruling ${n}: `), ...this.ruling(n))));
      this.stage.replaceChildren(...this.now.n.map((seat) => this.seat(seat, frame)), this.middle(frame));
      for (const name of ["first", "trickBack", "back"]) this.buttons[name].disabled = this.at === 0;
      for (const name of ["on", "trickOn", "last"]) this.buttons[name].disabled = this.at === frames.length - 1;
    }

    ruling(n) {
      const said = $(`ruling-${n}`)?.querySelector(":scope > p");
      return said ? [...said.childNodes].filter((node) => !node.classList?.contains("where")).map((node) => node.cloneNode(true)) : [];
    }

    names(letters) { return [...letters].map((letter) => this.data.cards[letter]); }

    seat(seat, frame) {
      const [shown, worked, hidden] = frame[`h${seat}`], laid = this.names(frame[`m${seat}`] ?? "");
      const own = [...this.names(shown).map((name) => [name, ""]), ...this.names(worked).map((name) => [name, "light"])];
      const label = [...own.map(([name]) => spoken(name)), ...(hidden ? [`${hidden} not known`] : [])].join(", ");
      const fan = make("div", { className: "fan", role: "img", ariaLabel: `${this.data.names[seat]} holds ${label || "no card"}${laid.length ? `; on the table ${laid.map(spoken).join(", ")}` : ""}` });
      for (const [name, kind] of own) {
        const lies = laid.indexOf(name);
        if (lies >= 0) laid.splice(lies, 1);
        fan.append(card(name, kind + (lies >= 0 ? " laid" : "")));
      }
      for (let n = 0; n < hidden; n++) fan.append(card("back"));
      const account = this.account(seat), total = frame.u?.[account];
      const points = `${frame.s[account]} in this deal${total === undefined || total === null ? "" : `, ${total} in all`}`;
      return make("section", { className: `seat${frame.y !== "end" && this.turn(frame) === seat ? " turn" : ""}`, ariaLabel: this.data.names[seat] },
        make("h3", {}, make("bdi", {}, this.data.names[seat]), account === seat ? null : make("bdi", { className: "faint" }, this.data.names[account]), make("span", { className: "pts" }, points)), fan);
    }

    account(seat) {
      const accounts = this.data.accounts;
      return accounts.includes(seat) ? seat : accounts[seat % accounts.length];
    }

    turn(frame) { return frame.p ? +frame.p[frame.p.length - 2] : -1; }

    middle(frame) {
      const cards = (frame.p.match(/../g) ?? []).map(([seat, letter]) => [+seat, this.data.cards[letter]]);
      const label = cards.map(([seat, name]) => `${this.data.names[seat]} ${spoken(name)}`).join(", ");
      const trick = make("div", { className: "trick" });
      if (cards.length) { trick.setAttribute("role", "img"); trick.setAttribute("aria-label", `The trick: ${label}`); }
      cards.forEach(([seat, name], n) => {
        const bad = isBad(frame) && n === cards.length - 1 && frame.y === "play" ? "bad" : "";
        trick.append(make("figure", { className: seat === frame.w ? "won" : "", ariaHidden: "true" }, card(name, bad), make("figcaption", {}, make("bdi", {}, this.data.names[seat]))));
      });
      const piles = make("div", { className: "piles" });
      for (const [name, letters, hidden, seat, open] of frame.q) piles.append(this.pile(name, letters, hidden, seat, open));
      return make("div", { className: "mid" }, trick, piles);
    }

    pile(name, letters, hidden, seat, open) {
      const known = this.names(letters), size = known.length + hidden;
      const whose = seat >= 0 ? ` (${this.data.names[seat]})` : "";
      const many = name === "stock";
      const fan = make("div", { className: "fan", role: "img", ariaLabel: `${name}: ${many ? `${size} cards` : [...known.map(spoken), ...(hidden ? [`${hidden} not known`] : [])].join(", ")}` });
      if (many) fan.append(card("back"));
      else { known.forEach((one) => fan.append(card(one))); for (let n = 0; n < hidden; n++) fan.append(card("back")); }
      return make("div", { className: open ? "pile open" : "pile" }, make("div", {}, `${name}${whose}${size > 1 ? `, ${size}` : ""}`), fan);
    }
  }

  const replays = new Map();
  for (const section of document.querySelectorAll("section.replay")) replays.set(section.id, new Replay(section));

  for (const go of document.querySelectorAll("button.go")) {
    const replay = replays.get(`s${go.dataset.s}replay`);
    go.hidden = !replay;
    go.addEventListener("click", () => {
      replay.deal(+go.dataset.deal);
      replay.show(+go.dataset.frame);
      replay.section.scrollIntoView({ block: "start" });
      replay.stage.focus({ preventScroll: true });
    });
  }

  // A figure opens to the entries of the ledger that it is made of; a total, to the deals.
  const dialog = $("figure");
  function whose(figure) {
    const accounts = [...figure.closest("tr").querySelectorAll("a.n")].map((one) => one.dataset.a);
    return figure.closest("table").querySelectorAll(".who")[[...new Set(accounts)].indexOf(figure.dataset.a)].textContent;
  }
  function entriesOf({ a, c }, ledger) {
    const own = [...ledger.tBodies[0].rows].filter((row) => row.dataset.a === a);
    const counted = own.filter((row) => (c === undefined ? row.dataset.c !== "-1" : row.dataset.c === c));
    const rows = counted.length || c !== undefined ? counted : own;  // where no column counts it, all of it
    return rows.length ? make("table", {}, ledger.tHead.cloneNode(true), make("tbody", {}, ...rows.map((row) => row.cloneNode(true)))) : null;
  }
  function dealsOf(figure) {
    const from = +figure.dataset.from, own = figure.closest("tr"), rows = from ? [make("tr", {}, make("th", { scope: "row" }, "carried in"), make("td", {}, from))] : [];
    for (const row of own.parentElement.rows) {
      const score = row.querySelector(`a.n[data-a="${figure.dataset.a}"][data-d]:not([data-c])`);
      if (score) rows.push(make("tr", {}, make("th", { scope: "row" }, `deal ${row.cells[0].firstChild.textContent}`), make("td", {}, score.textContent)));
      if (row === own) break;
    }
    return make("table", {}, make("tbody", {}, ...rows));
  }
  for (const figure of document.querySelectorAll("a.n")) {
    figure.setAttribute("aria-haspopup", "dialog");
    figure.addEventListener("click", (event) => {
      const ledger = document.querySelector(`${figure.getAttribute("href")} table`);
      if (!ledger) return;
      const total = figure.dataset.from !== undefined, deal = ledger.closest("details").querySelector("summary").textContent.toLowerCase();
      $("figure-title").textContent = `${whose(figure)}: ${figure.textContent} ${total ? "after" : "in"} ${deal}`;
      $("figure-body").replaceChildren((total ? dealsOf(figure) : entriesOf(figure.dataset, ledger)) ?? "Nothing was entered here.");
      dialog.showModal();
      event.preventDefault();
    });
  }
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });

  function openTo(hash) {  // what lies in a closed fold is unfolded when it is pointed at
    for (let at = $(decodeURIComponent(hash.slice(1)))?.parentElement; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    const target = $(decodeURIComponent(hash.slice(1)));
    if (target?.tagName === "DETAILS") target.open = true;
    target?.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", () => openTo(location.hash));
  if (location.hash) openTo(location.hash);

  const four = $("four"), print = $("print");
  four.hidden = print.hidden = false;
  four.addEventListener("click", () => four.setAttribute("aria-pressed", document.documentElement.classList.toggle("four")));
  print.addEventListener("click", () => window.print());
})();
