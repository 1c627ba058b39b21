'use strict';
// Steps through the recordings of this page. All that it knows is in the element #page-data; text is only ever set as text.
(() => {
  const data = JSON.parse(document.getElementById('page-data').textContent);
  const element = (id) => document.getElementById(id);
  const make = (name, classes, text) => {
    const made = document.createElement(name);
    if (classes) made.className = classes;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const drawn = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  let run = data.runs[0];
  let number = 0;  // of the run
  let step = run.events.length;  // so many events have happened

  // ---- The diagram -------------------------------------------------------------------------------------------------

  const marks = [...document.querySelectorAll('#space [data-event], #space [data-first]')].map((mark) => {
    const { event, first, begin, read, last } = mark.dataset;
    const events = [event, first, begin, read, last].filter((value) => value !== undefined).map(Number);
    return { mark, events, first: Math.min(...events), run: Number(mark.closest('[data-recording]').dataset.recording) };
  });
  for (const { mark, events, run: owner } of marks) {
    mark.addEventListener('click', () => { choose(owner); go(events[events.length - 1] + 1); });
    mark.addEventListener('mouseenter', () => hover(data.runs[owner].events[events[0]].line));
    mark.addEventListener('mouseleave', () => hover(0));
  }

  // Waits that are not met have no event of their own: they belong to the end.
  const open = document.querySelectorAll('#space [data-recording] .wait:not([data-event]):not([data-first])');

  function showDiagram() {
    for (const mark of open) {
      const owner = Number(mark.closest('[data-recording]').dataset.recording);
      mark.classList.toggle('is-later', owner === number && step < run.events.length);
    }
    for (const { mark, events, first, run: owner } of marks) {
      mark.classList.toggle('is-later', owner === number && first >= step);
      mark.classList.toggle('is-now', owner === number && events.includes(step - 1));
    }
  }

  // ---- The ring ----------------------------------------------------------------------------------------------------

  const spots = [];
  let arrows = null;
  let boxes = [];
  let clashing = new Set();

  function makeRing() {
    const n = run.chips;
    const wide = Math.max(300, Math.min(700, 70 + n * 32));
    const radius = n === 1 ? 0 : wide / 2 - 42;
    const svg = drawn('svg', { viewBox: `0 0 ${wide} ${wide}`, role: 'img', 'aria-label': 'the chips and what is on its way between them' });
    const heads = drawn('defs', {});
    for (const [id, colour] of [['r-data', '#e69f00'], ['r-flag', '#6e7781'], ['r-red', '#c1121f']]) {
      const head = drawn('marker', { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse', orient: 'auto' });
      head.append(drawn('path', { d: 'M0 .8 L8 4 L0 7.2 z', style: `fill:${colour};stroke:none` }));
      heads.append(head);
    }
    arrows = drawn('g', {});
    svg.append(heads, arrows);
    spots.length = 0;
    boxes = [];
    clashing = new Set(run.events.filter((event) => event.clash).map((event) => event.chip));
    for (let chip = 0; chip < n; ++chip) {
      const angle = (2 * Math.PI * chip) / n - Math.PI / 2;
      const spot = { x: wide / 2 + radius * Math.cos(angle), y: wide / 2 + radius * Math.sin(angle) };
      spots.push(spot);
      const group = drawn('g', { class: 'r-chip' });
      group.append(drawn('rect', { x: spot.x - 40, y: spot.y - 16, width: 80, height: 32, rx: 6 }));
      const label = drawn('text', { x: spot.x, y: spot.y - 2 });
      label.textContent = `chip ${chip}`;
      const state = drawn('text', { x: spot.x, y: spot.y + 11, class: 'r-state' });
      group.append(label, state);
      svg.append(group);
      boxes.push({ group, state });
    }
    element('ring').replaceChildren(make('h2', '', 'Chips'), svg);
  }

  /** Where a line from `spot` towards `other` leaves the box around `spot`. */
  function rim(spot, other) {
    const dx = other.x - spot.x, dy = other.y - spot.y;
    const scale = Math.min(42 / Math.max(Math.abs(dx), 1e-6), 18 / Math.max(Math.abs(dy), 1e-6), 1);
    return { x: spot.x + dx * scale, y: spot.y + dy * scale };
  }

  function showRing() {
    arrows.replaceChildren();
    const between = new Map();
    for (const flight of run.flights) {
      if (flight.issue >= step || (flight.land !== null && flight.land < step - 1)) continue;
      if (flight.from === flight.to) continue;
      const pair = `${flight.from} ${flight.to}`;
      const before = between.get(pair) ?? 0;
      between.set(pair, before + 1);
      const from = spots[flight.from], to = spots[flight.to];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const bend = 14 + 12 * before;
      const middle = { x: (from.x + to.x) / 2 - ((to.y - from.y) / length) * bend, y: (from.y + to.y) / 2 + ((to.x - from.x) / length) * bend };
      const a = rim(from, middle), b = rim(to, middle);
      const clash = flight.clash && step === run.events.length;
      const path = drawn('path', { d: `M${a.x} ${a.y} Q${middle.x} ${middle.y} ${b.x} ${b.y}`, class: `r-${flight.kind}`, 'marker-end': `url(#${clash ? 'r-red' : flight.kind === 'signal' ? 'r-flag' : 'r-data'})` });
      path.classList.toggle('r-clash', clash);
      const title = drawn('title', {});
      title.textContent = `${flight.text}${flight.land === step - 1 ? ' (arrives now)' : ''}`;
      path.append(title);
      arrows.append(path);
    }
    const acting = step > 0 ? run.events[step - 1] : null;
    for (let chip = 0; chip < run.chips; ++chip) {
      let outside = run.launches;
      let waits = '';
      for (const event of run.events.slice(0, step))
        if (event.chip === chip || event.all) {
          if (event.moment === 'fill' || event.moment === 'exit' || event.moment === 'collect') outside = true;
          if (event.moment === 'enter') outside = false;
        }
      for (const wait of run.waits)
        if (wait.chip === chip && wait.since < step && (wait.met === null || wait.met >= step)) waits = wait.text;
      const { group, state } = boxes[chip];
      group.classList.toggle('r-outside', outside);
      group.classList.toggle('r-acts', acting !== null && (acting.chip === chip || acting.all));
      state.textContent = outside ? 'outside' : waits.length > 15 ? `${waits.slice(0, 14)}…` : waits;
      group.classList.toggle('r-clash', step === run.events.length && (clashing.has(chip) || run.blocked.includes(chip)));
    }
  }

  // ---- Counters and slots ------------------------------------------------------------------------------------------

  let cells = [];

  function makeState() {
    const names = new Map();  // by kind and name: by chip
    run.cells.forEach((cell, index) => {
      const key = `${cell.kind} ${cell.name}`;
      if (!names.has(key)) names.set(key, { cell, chips: new Map() });
      names.get(key).chips.set(cell.chip, index);
    });
    const table = make('table');
    const head = table.createTHead().insertRow();
    head.append(make('th', '', ''));
    for (let chip = 0; chip < run.chips; ++chip) head.append(make('th', '', `chip ${chip}`));
    cells = run.cells.map(() => null);
    const body = table.createTBody();
    for (const { cell, chips } of names.values()) {
      const row = body.insertRow();
      row.append(make('th', '', cell.name));
      for (let chip = 0; chip < run.chips; ++chip) {
        const box = row.insertCell();
        if (chips.has(chip)) cells[chips.get(chip)] = box;
      }
    }
    element('state').replaceChildren(make('h2', '', 'Counters and slots'), table);
  }

  function showState() {
    const values = run.cells.map((cell) => cell.value);
    const changed = new Set();
    run.events.slice(0, step).forEach((event, index) => {
      for (const [cell, value] of event.changes) {
        values[cell] = value;
        if (index === step - 1) changed.add(cell);
      }
    });
    cells.forEach((box, index) => {
      box.textContent = values[index] === 'nothing' ? '·' : values[index];
      box.title = `${run.cells[index].name} of chip ${run.cells[index].chip}: ${values[index]}`;
      box.className = '';
      box.classList.toggle('s-changed', changed.has(index));
      box.classList.toggle('s-nothing', values[index] === 'nothing' || values[index] === '0');
      box.classList.toggle('s-clash', run.cells[index].clash && step === run.events.length);
    });
  }

  // ---- Texts -------------------------------------------------------------------------------------------------------

  let rows = [];
  let lines = [];

  /** An operation of one event has the moment's word already. */
  function textOf(event) {
    const does = event.does.split(' ')[0] === event.moment ? event.does : `${event.moment} ${event.does}`;
    return `${event.who}  ${event.place}  ${does}`;
  }

  function makeEvents() {
    const list = make('ol');
    rows = run.events.map((event, index) => {
      const row = make('li');
      row.append(make('span', 'e-number', String(index + 1)), textOf(event));
      row.title = data.timed ? `${event.does}\nat ${event.time}` : event.does;
      row.addEventListener('click', () => go(index + 1));
      row.addEventListener('mouseenter', () => hover(event.line));
      row.addEventListener('mouseleave', () => hover(0));
      list.append(row);
      return row;
    });
    element('events').replaceChildren(make('h2', '', 'Events'), list);
  }

  function makeKernel() {
    const box = make('pre');
    lines = run.lines.map((text, index) => {
      const line = make('span', 'k-line');
      line.append(make('span', 'k-number', String(index + 1)), text);
      box.append(line);
      return line;
    });
    element('kernel').replaceChildren(make('h2', '', 'Kernel'), box);
    element('kernel').hidden = lines.length === 0;
  }

  function hover(number) {
    lines.forEach((line, index) => line.classList.toggle('k-hover', index + 1 === number));
  }

  /** Scrolls `box` alone, not the page, until `child` is seen. */
  function reveal(box, child) {
    const top = child.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + child.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }

  function showTexts() {
    const event = step > 0 ? run.events[step - 1] : null;
    rows.forEach((row, index) => {
      row.classList.toggle('e-later', index >= step);
      row.classList.toggle('e-now', index === step - 1);
      row.classList.toggle('e-clash', run.events[index].clash && index < step);
    });
    lines.forEach((line, index) => line.classList.toggle('k-now', event !== null && index + 1 === event.line));
    if (event !== null) reveal(element('events'), rows[step - 1]);
    if (event !== null && lines[event.line - 1]) reveal(element('kernel'), lines[event.line - 1]);
    const time = data.timed && event !== null ? `, time ${event.time}` : '';
    element('said').textContent = event === null
      ? `Nothing has happened yet; ${run.events.length} events`
      : `Event ${step} of ${run.events.length}${time}: ${textOf(event)}`;
    element('said').title = element('said').textContent;
    element('slider').value = String(step);
    for (const [id, off] of [['first', step === 0], ['back', step === 0], ['next', step === run.events.length], ['last', step === run.events.length]]) element(id).disabled = off;
  }

  // ---- Steps -------------------------------------------------------------------------------------------------------

  function go(to) {
    step = Math.max(0, Math.min(run.events.length, to));
    showDiagram();
    showRing();
    showState();
    showTexts();
  }

  function choose(which) {
    if (which === number) return;
    number = which;
    run = data.runs[which];
    element('run').value = String(which);
    step = run.events.length;
    begin();
  }

  function begin() {
    element('slider').max = String(run.events.length);
    makeRing();
    makeState();
    makeEvents();
    makeKernel();
    go(step);
  }

  element('first').addEventListener('click', () => go(0));
  element('back').addEventListener('click', () => go(step - 1));
  element('next').addEventListener('click', () => go(step + 1));
  element('last').addEventListener('click', () => go(run.events.length));
  element('slider').addEventListener('input', () => go(Number(element('slider').value)));
  document.addEventListener('keydown', (key) => {
    if (key.altKey || key.ctrlKey || key.metaKey) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
    const to = key.key === 'Home' ? 0 : key.key === 'End' ? run.events.length : key.key in moves ? step + moves[key.key] : null;
    if (to === null) return;
    key.preventDefault();
    go(to);
  });

  if (data.runs.length > 1) {
    data.runs.forEach((one, index) => {
      const option = make('option', '', one.title);
      option.value = String(index);
      element('run').append(option);
    });
    element('run').hidden = false;
    element('run').addEventListener('change', () => choose(Number(element('run').value)));
  }
  begin();
})();
