// Finds accounts. What it searches comes in scripts, since a page on a disk may read no other file; without it the lists are there.
(function () {
  'use strict';
  var form = document.getElementById('find');
  if (!form) return;
  var fields = ['id', 'app', 'zone', 'reason', 'severity'];
  var inputs = {};
  fields.forEach(function (name) { inputs[name] = document.getElementById('find-' + name); });
  var count = document.getElementById('find-count');
  var results = document.getElementById('find-results');
  var rows = document.getElementById('find-rows');
  var more = document.getElementById('find-more');
  var shown = 50;
  var directory = null;
  // By number, the text of a script, and the same in lower case.
  var texts = {};
  var waiting = {};
  // The search at hand; what belongs to another one is dropped.
  var current = 0;

  window.tickler = function (number, value) {
    if (number === 0) directory = value; else texts[number] = { text: value, lower: value.toLowerCase() };
    var calls = waiting[number] || [];
    delete waiting[number];
    calls.forEach(function (call) { call(); });
  };

  function load(number, then) {
    if (number === 0 ? directory : texts[number]) return then();
    if (waiting[number]) return waiting[number].push(then);
    waiting[number] = [then];
    var script = document.createElement('script');
    var digits = ('000000' + number).slice(-6);
    script.charset = 'utf-8';
    script.src = number === 0 ? 'pages/search.js' : 'pages/search-' + digits + '.js';
    script.onload = function () { script.remove(); };
    script.onerror = function () {
      delete waiting[number];
      count.textContent = 'The folder pages is not beside this page; the search needs it.';
    };
    document.head.appendChild(script);
  }

  function state() {
    var wanted = {};
    fields.forEach(function (name) {
      var value = inputs[name].value.trim();
      if (value) wanted[name] = value;
    });
    return wanted;
  }

  // What is asked for, in the numbers of the directory; null where no account can have it.
  function test(wanted) {
    var result = { id: (wanted.id || '').toLowerCase(), facets: [] };
    function add(field, key, place) {
      if (key === undefined || key < 0) return false;
      result.facets.push({ field: field, key: key, place: place });
      return true;
    }
    if (wanted.app && !add(1, directory.apps.indexOf(wanted.app), 3)) return null;
    if (wanted.zone && !add(2, directory.zones.indexOf(wanted.zone), 4)) return null;
    if (wanted.reason && !add(3, (directory.marks[wanted.reason] || [])[0], 5)) return null;
    if (wanted.severity && !add(0, Number(wanted.severity), 6)) return null;
    return result;
  }

  function matches(parts, asked) {
    return asked.facets.every(function (facet) {
      return facet.field === 3 ? parts[3].includes(facet.key) : Number(parts[facet.field]) === facet.key;
    });
  }

  function account(line) {
    var parts = [];
    var start = 0;
    for (var index = 0; index < 6; index += 1) {
      var end = line.indexOf('|', start);
      parts.push(line.slice(start, end));
      start = end + 1;
    }
    parts.push(line.slice(start));
    return parts;
  }

  // Calls take with every account of a script that is asked for.
  function scan(number, asked, take) {
    var text = texts[number].text;
    var lower = texts[number].lower;
    // Letters that are longer in lower case would put the two out of step.
    if (lower.length !== text.length) lower = text;
    var start = 0;
    while (start < text.length) {
      if (asked.id) {
        var at = lower.indexOf(asked.id, start);
        if (at < 0) return;
        start = text.lastIndexOf('\n', at) + 1;
      }
      var end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      var parts = account(text.slice(start, end));
      if ((!asked.id || parts[6].toLowerCase().indexOf(asked.id) >= 0) && matches(parts, asked)) take(parts);
      start = end + 1;
    }
  }

  // Those that may have an account that is asked for: where ids begin with it, then the others.
  function candidates(asked) {
    var near = [];
    var far = [];
    directory.shards.forEach(function (shard, index) {
      if (!asked.facets.every(function (facet) { return shard[facet.place][facet.key] > 0; })) return;
      var from = shard[0].toLowerCase().slice(0, asked.id.length);
      var to = shard[1].toLowerCase().slice(0, asked.id.length);
      (from <= asked.id && asked.id <= to ? near : far).push(index + 1);
    });
    return near.concat(far);
  }

  // How many there are, where the directory knows.
  function known(asked) {
    if (asked.id || asked.facets.length > 1) return null;
    return directory.shards.reduce(function (sum, shard) {
      return sum + (asked.facets.length ? shard[asked.facets[0].place][asked.facets[0].key] || 0 : shard[2]);
    }, 0);
  }

  function order(asked) {
    function rank(parts) {
      var id = parts[6].toLowerCase();
      return id === asked.id ? 0 : id.indexOf(asked.id) === 0 ? 1 : 2;
    }
    return function (a, b) {
      return rank(a) - rank(b) || a[0] - b[0] || (a[6].toLowerCase() < b[6].toLowerCase() ? -1 : 1);
    };
  }

  function cell(row, text) {
    var element = document.createElement('td');
    element.textContent = text;
    row.appendChild(element);
    return element;
  }

  function row(parts, asked) {
    var row = document.createElement('tr');
    var head = document.createElement('th');
    head.scope = 'row';
    var link = document.createElement('a');
    link.href = 'pages/accounts-' + ('000000' + parts[4]).slice(-6) + '.html#a' + ('00000' + parts[5]).slice(-5);
    var id = document.createElement('bdi');
    var at = asked.id ? parts[6].toLowerCase().indexOf(asked.id) : -1;
    if (at < 0) {
      id.textContent = parts[6];
    } else {
      var mark = document.createElement('mark');
      mark.textContent = parts[6].slice(at, at + asked.id.length);
      id.append(parts[6].slice(0, at), mark, parts[6].slice(at + asked.id.length));
    }
    link.appendChild(id);
    head.appendChild(link);
    row.appendChild(head);
    cell(row, directory.names[parts[1]]);
    cell(row, directory.zones[parts[2]]);
    var reasons = cell(row, '');
    var marks = Object.keys(directory.marks).map(function (name) { return directory.marks[name]; });
    marks.sort(function (a, b) { return b[2] - a[2] || (a[0] < b[0] ? -1 : 1); }).forEach(function (mark) {
      if (!parts[3].includes(mark[0])) return;
      var chip = document.createElement('span');
      chip.className = mark[2] ? 'chip stop' : 'chip';
      chip.textContent = mark[1];
      reasons.append(chip, ' ');
    });
    return row;
  }

  function show(found, total, isDone, asked) {
    var sorted = found.slice().sort(order(asked)).slice(0, shown);
    rows.replaceChildren.apply(rows, sorted.map(function (parts) { return row(parts, asked); }));
    results.hidden = sorted.length === 0;
    more.hidden = total <= sorted.length;
    var number = total.toLocaleString('en');
    var words = number + (total === 1 ? ' account' : ' accounts') + (isDone ? '' : ' so far, still searching');
    if (isDone && total === 0) {
      words = asked.id
        ? 'No account of this plan has “' + inputs.id.value.trim() + '” in its id and what else is chosen. Clear shows all again.'
        : 'No account of this plan has what is chosen. Clear shows all again.';
    } else if (total > sorted.length) {
      words += ', ' + sorted.length + ' of them shown';
    }
    count.textContent = words;
    form.dataset.state = isDone ? 'done' : 'searching';
  }

  // A script after the other, and what was found whenever there is more of it.
  function find() {
    var wanted = state();
    var own = current += 1;
    if (Object.keys(wanted).length === 0) {
      results.hidden = true;
      count.textContent = '';
      form.dataset.state = 'idle';
      return;
    }
    form.dataset.state = 'searching';
    load(0, function () {
      if (own !== current) return;
      var asked = test(wanted);
      if (!asked) return show([], 0, true, { id: (wanted.id || '').toLowerCase(), facets: [] });
      var queue = candidates(asked);
      var sum = known(asked);
      var found = [];
      var total = 0;
      var next = 0;
      (function step() {
        if (own !== current) return;
        if (next === queue.length || sum !== null && found.length >= shown) return show(found, sum === null ? total : sum, true, asked);
        load(queue[next], function () {
          if (own !== current) return;
          var before = found.length;
          scan(queue[next], asked, function (parts) {
            total += 1;
            if (found.length < shown + 1000) found.push(parts);
          });
          next += 1;
          // What is found is shown at once; the rest of the search leaves the browser time for keys.
          if (found.length > before && before < shown || next % 8 === 0) {
            show(found, sum === null ? total : sum, false, asked);
            setTimeout(step, 0);
          } else {
            step();
          }
        });
      })();
    });
  }

  function fragment() {
    var wanted = state();
    var parts = fields.filter(function (name) { return wanted[name]; }).map(function (name) {
      return name + '=' + encodeURIComponent(wanted[name]);
    });
    return parts.length ? '#find?' + parts.join('&') : location.pathname + location.search;
  }

  function follow() {
    if (location.hash.slice(0, 6) !== '#find?') return;
    var wanted = {};
    location.hash.slice(6).split('&').forEach(function (part) {
      var at = part.indexOf('=');
      if (fields.indexOf(part.slice(0, at)) < 0) return;
      try { wanted[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); } catch (error) { /* not ours */ }
    });
    fields.forEach(function (name) { inputs[name].value = wanted[name] || ''; });
    find();
    form.scrollIntoView();
  }

  function changed(isPushed) {
    shown = 50;
    find();
    history[isPushed ? 'pushState' : 'replaceState'](null, '', fragment());
  }

  var timer = null;
  form.addEventListener('input', function (event) {
    if (event.target !== inputs.id) return;
    clearTimeout(timer);
    form.dataset.state = 'searching';
    timer = setTimeout(function () { changed(false); }, 60);
  });
  form.addEventListener('change', function (event) { if (event.target !== inputs.id) changed(true); });
  form.addEventListener('reset', function () {
    form.dataset.state = 'searching';
    setTimeout(function () { changed(true); }, 0);
  });
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    var first = rows.querySelector('a');
    if (first && form.dataset.state === 'done') location.href = first.href;
  });
  form.addEventListener('focusin', function () { load(0, function () {}); });
  more.addEventListener('click', function () {
    shown += 200;
    find();
  });
  window.addEventListener('hashchange', follow);
  window.addEventListener('popstate', follow);

  // The reasons of the table lead to their accounts.
  document.querySelectorAll('tr[id^="reason-"]').forEach(function (row) {
    var link = document.createElement('a');
    link.href = '#find?reason=' + encodeURIComponent(row.id.slice(7));
    link.textContent = 'its accounts';
    row.cells[0].append(document.createElement('br'), link);
  });
  // So do the numbers of the report: of what they count, the search knows reason and app. The others
  // would lead to all accounts.
  document.querySelectorAll('a[data-show]').forEach(function (link) {
    var show = new URLSearchParams(link.dataset.show);
    var parts = ['app', 'reason'].filter(function (name) { return show.get(name); }).map(function (name) {
      return name + '=' + encodeURIComponent(show.get(name));
    });
    if (parts.length) link.href = '#find?' + parts.join('&');
    else if (link.getAttribute('href') === '#accounts') link.replaceWith(link.textContent);
  });
  form.hidden = false;
  follow();
})();
