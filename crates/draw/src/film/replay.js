"use strict";
// Plays replays. The data hold what is shown: every look as SVG, and for each frame the marks that changed as
// [mark, look, x, y, name]. Nothing here knows a game.

function plylabReplay(element, data) {
  const svg = element.querySelector("svg");
  const stage = element.querySelector(".stage");
  const said = data.said;
  const written = (number) => String(number).replace(/[0-9]/g, (digit) => [...said.digits][digit]);
  const last = data.frames.length - 1;
  if (!svg || last < 0) return;
  const [back, marks, front] = ["back", "marks", "front"].map((name) => svg.querySelector("." + name));
  const words = element.querySelector(".words");
  const facts = element.querySelector(".facts");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  // A look at every move where there are few, a film where there are many.
  const pace = last > 100 ? 160 : 700;
  const drawn = []; // By number: what is drawn of each mark, {group, look, x, y, name}.
  let at = last;
  let sheet = -1;
  let timer = 0;

  function stateOf(number) {
    const state = { cast: new Array(data.cast).fill(null), sheet: 0, facts: [], frame: data.frames[number] };
    for (const frame of data.frames.slice(0, number + 1)) {
      if (frame.s !== undefined) state.sheet = frame.s;
      if (frame.f) state.facts = frame.f;
      for (const gone of frame.g || []) state.cast[gone] = null;
      for (const placed of frame.p || []) state.cast[placed[0]] = placed;
    }
    return state;
  }

  function newMark() {
    return { group: document.createElementNS("http://www.w3.org/2000/svg", "g"), look: -1, name: -1 };
  }

  function drawMark(mark, [, look, x, y, name], falls) {
    if (mark.look !== look || mark.name !== name) {
      mark.group.innerHTML = data.looks[look];
      if (data.texts[name]) {
        const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
        title.textContent = data.texts[name];
        mark.group.prepend(title);
      }
    }
    mark.group.classList.toggle("fresh", falls && mark.look === -1);
    mark.group.style.setProperty("--fall", y);
    mark.group.style.transform = `translate(${x}px,${y}px)`;
    [mark.look, mark.name] = [look, name];
  }

  function show(number) {
    number = Math.max(0, Math.min(last, number));
    const state = stateOf(number);
    const step = Math.abs(number - at) === 1;
    stage.classList.toggle("jump", !step || calm.matches);
    if (state.sheet !== sheet) {
      sheet = state.sheet;
      const { width, height } = data.sheets[sheet];
      back.innerHTML = data.sheets[sheet].back;
      front.innerHTML = data.sheets[sheet].front;
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      svg.setAttribute("width", width);
      svg.setAttribute("height", height);
      svg.classList.toggle("wide", width > 900);
    }
    let next = marks.firstChild;
    state.cast.forEach((placed, actor) => {
      let mark = drawn[actor];
      if (!placed) {
        if (mark && mark.group.parentNode) {
          if (mark.group === next) next = next.nextSibling;
          mark.group.remove();
        }
        drawn[actor] = undefined;
        return;
      }
      if (!mark) mark = drawn[actor] = newMark();
      drawMark(mark, placed, step && number > at);
      if (mark.group === next) next = next.nextSibling;
      else marks.insertBefore(mark.group, next);
    });
    at = number;
    words.textContent = data.texts[state.frame.w];
    facts.replaceChildren(...pairs(state.facts));
    svg.setAttribute("aria-label", `${data.title}. ${words.textContent}`);
    slider.value = number;
    position.textContent = said.position
      .replace("{n}", written(state.frame.n))
      .replace("{all}", written(data.moves));
    slider.setAttribute("aria-valuetext", position.textContent);
  }

  function pairs(numbers) {
    const out = [];
    for (let fact = 0; fact + 1 < numbers.length; fact += 2) {
      const pair = document.createElement("div");
      for (const [tag, text] of [["dt", numbers[fact]], ["dd", numbers[fact + 1]]]) {
        pair.appendChild(document.createElement(tag)).textContent = data.texts[text];
      }
      out.push(pair);
    }
    return out;
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    words.setAttribute("aria-live", "polite");
    dress(player, said.play, said.space, icons.play);
  }

  function tick() {
    if (at >= last) return stop();
    show(at + 1);
    timer = setTimeout(tick, pace / Number(speed.value));
  }

  function toggle() {
    if (timer) return stop();
    if (calm.matches) return;
    if (at >= last) show(0);
    // A film is too fast to announce every move.
    words.setAttribute("aria-live", "off");
    dress(player, said.pause, said.space, icons.pause);
    timer = setTimeout(tick, pace / Number(speed.value));
  }

  function go(number) {
    stop();
    show(number);
  }

  const icons = {
    first: "M4 4h2.5v12H4zM16 4v12L7.5 10z",
    back: "M13 3.5l1.8 1.8L9.6 10l5.2 4.7-1.8 1.8L5.8 10z",
    play: "M5.5 3.5v13L16.5 10z",
    pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
    forward: "M7 3.5L5.2 5.3l5.2 4.7-5.2 4.7L7 16.5l7.2-6.5z",
    last: "M4 4v12l8.5-6zM13.5 4H16v12h-2.5z",
  };

  function dress(button, name, key, icon) {
    button.setAttribute("aria-label", name);
    button.title = `${name} (${key})`;
    button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${icon}"/></svg>`;
  }

  function button(name, key, icon, action, kind) {
    const made = document.createElement("button");
    made.type = "button";
    if (kind) made.className = kind;
    made.addEventListener("click", action);
    dress(made, name, key, icon);
    return made;
  }

  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 0, max: last, step: 1 });
  slider.setAttribute("aria-label", said.frame);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const position = document.createElement("output");
  const speed = document.createElement("select");
  speed.className = "moving";
  speed.setAttribute("aria-label", said.speed);
  for (const times of [0.5, 1, 2, 4]) speed.add(new Option(`${written(times)}×`, times, times === 1, times === 1));
  const player = button(said.play, said.space, icons.play, toggle, "moving");
  const transport = document.createElement("div");
  transport.className = "transport";
  transport.setAttribute("role", "group");
  transport.setAttribute("aria-label", said.replay);
  transport.append(
    button(said.first, "Home", icons.first, () => go(0)),
    button(said.back, "←", icons.back, () => go(at - 1)),
    player,
    button(said.forward, "→", icons.forward, () => go(at + 1)),
    button(said.last, "End", icons.last, () => go(last)),
    speed,
    slider,
    position,
  );
  stage.after(transport);

  element.tabIndex = 0;
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === speed) return;
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (event.key in moves) go(moves[event.key]);
    else if (event.key === " " && event.target.tagName !== "BUTTON") toggle();
    else return;
    event.preventDefault();
  });
  calm.addEventListener("change", stop);
  let before = last;
  window.addEventListener("beforeprint", () => {
    stop();
    before = at;
    show(last);
  });
  window.addEventListener("afterprint", () => show(before));

  words.setAttribute("aria-live", "polite");
  marks.replaceChildren();
  show(last);
}

for (const element of document.querySelectorAll(".plylab-replay")) {
  const data = element.querySelector('script[type="application/json"]');
  if (data) plylabReplay(element, JSON.parse(data.textContent));
}
