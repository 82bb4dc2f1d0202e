// Filters the decisions and opens what a link leads to. Without it the page reads in full.
(function () {
  'use strict';
  var form = document.getElementById('filter');
  if (!form) return;
  var fields = ['account', 'text', 'kind', 'outcome', 'reason', 'day', 'problems', 'hour', 'zone', 'clock', 'app', 'id'];
  // Those that links alone set.
  var quiet = ['hour', 'zone', 'clock', 'app', 'id'];
  var weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  var inputs = {};
  fields.forEach(function (name) { inputs[name] = document.getElementById('f-' + name); });
  var count = document.getElementById('f-count');
  var none = document.getElementById('f-none');
  var accounts = null;
  var wasActive = false;
  // Of some account, or of some decisions, there are no rows.
  var isPartial = document.getElementById('left-out') || document.querySelector('.decisions .left-out');
  // More rows than this are not opened at once: laying them out would take a browser long.
  var mostOpened = 400;

  // Everything that is filtered, read from the page once.
  function read() {
    var days = {};
    accounts = Array.prototype.map.call(document.querySelectorAll('.account'), function (element) {
      var zones = (element.getAttribute('data-zones') || '').split(' ');
      var groups = Array.prototype.map.call(element.querySelectorAll('tbody[data-day]'), function (body) {
        var day = body.getAttribute('data-day');
        days[day] = true;
        var rows = [];
        for (var row = body.rows[1]; row; row = row.nextElementSibling) {
          // Who travels has the zone in each row.
          var zone = zones.length > 1 ? row.cells[0].querySelector('br + .soft') : null;
          rows.push({
            element: row, zone: zone ? zone.textContent : zones[0], kind: row.getAttribute('data-kind'), outcome: row.className,
            reason: row.getAttribute('data-reason') || '', problem: row.hasAttribute('data-problem'), text: null,
            hour: row.cells[0].textContent.slice(0, 2)
          });
        }
        var weekday = day === 'none' ? '' : weekdays[new Date(day + 'T00:00:00Z').getUTCDay()];
        var clock = body.querySelector('.day .look');
        return { element: body, day: day, weekday: weekday, clock: clock ? clock.textContent : '', rows: rows };
      });
      var same = Array.prototype.map.call(element.querySelectorAll('details.same'), function (details) {
        return { element: details, open: details.open };
      });
      return {
        element: element, id: element.getAttribute('data-account'), anchor: element.id, groups: groups, same: same,
        app: element.getAttribute('data-app'), open: element.open, hits: element.querySelector('.hits')
      };
    });
    addOptions(inputs.day, weekdays.slice(1).concat('sun'));
    addOptions(inputs.day, Object.keys(days).sort());
    var list = document.getElementById('f-accounts');
    accounts.slice(0, 500).forEach(function (account) {
      var option = document.createElement('option');
      option.value = account.id;
      list.appendChild(option);
    });
  }

  function addOptions(select, values) {
    values.forEach(function (value) {
      var option = document.createElement('option');
      option.value = value;
      option.textContent = value === 'none' ? 'without a day' : weekdays.indexOf(value) < 0 ? value.replace('..', ' to ')
        : 'every ' + value.charAt(0).toUpperCase() + value.slice(1);
      select.appendChild(option);
    });
  }

  function state() {
    var result = {};
    fields.forEach(function (name) {
      var input = inputs[name];
      var value = name === 'problems' ? (input.checked ? '1' : '') : input.value.trim();
      if (value) result[name] = value;
    });
    return result;
  }

  function fragment(wanted) {
    var parts = fields.filter(function (name) { return wanted[name]; }).map(function (name) {
      return name + '=' + encodeURIComponent(wanted[name]);
    });
    return parts.length ? '#show?' + parts.join('&') : '';
  }

  // What the address says; null where it is a plain anchor.
  function wantedByAddress() {
    var hash = location.hash;
    if (hash === '' || hash === '#') return {};
    if (hash.slice(0, 6) !== '#show?') return null;
    var wanted = {};
    hash.slice(6).split('&').forEach(function (part) {
      var at = part.indexOf('=');
      if (fields.indexOf(part.slice(0, at)) < 0) return;
      try { wanted[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); } catch (error) { /* not ours */ }
    });
    return wanted;
  }

  function show(wanted) {
    fields.forEach(function (name) {
      if (name === 'problems') inputs[name].checked = Boolean(wanted[name]);
      else inputs[name].value = wanted[name] || '';
      if (name === 'day' && wanted.day && inputs.day.value !== wanted.day) {
        addOptions(inputs.day, [wanted.day]);
        inputs.day.value = wanted.day;
      }
    });
    apply();
  }

  // A date, a weekday, or dates from one to another.
  function isDay(group, wanted) {
    if (wanted.clock && group.clock.indexOf('clock') !== 0) return false;
    var day = wanted.day;
    if (!day) return true;
    var ends = day.split('..');
    if (ends.length === 2) return group.day !== 'none' && ends[0] <= group.day && group.day <= ends[1];
    return group.day === day || group.weekday === day;
  }

  // The id of an account names that account alone; anything else, all whose ids have it in them.
  function isWanted(account, wanted, id, isWhole) {
    var own = account.id.toLowerCase();
    if (id && (isWhole ? own !== id : own.indexOf(id) < 0)) return false;
    if (wanted.id && account.anchor !== wanted.id) return false;
    return !wanted.app || account.app === wanted.app;
  }

  function matches(row, wanted, text) {
    if (wanted.zone && row.zone !== wanted.zone) return false;
    if (wanted.hour && row.hour !== wanted.hour) return false;
    if (wanted.kind && row.kind !== wanted.kind) return false;
    if (wanted.outcome && row.outcome !== wanted.outcome) return false;
    if (wanted.reason && row.reason !== wanted.reason) return false;
    if (wanted.problems && !row.problem) return false;
    if (!text) return true;
    if (row.text === null) row.text = row.element.textContent.toLowerCase();
    return row.text.indexOf(text) >= 0;
  }

  function setHidden(element, hidden) { if (element.hidden !== hidden) element.hidden = hidden; }

  function apply() {
    var wanted = state();
    var isActive = Object.keys(wanted).length > 0;
    var id = (wanted.account || '').toLowerCase();
    var text = (wanted.text || '').toLowerCase();
    var isWhole = accounts.some(function (account) { return account.id.toLowerCase() === id; });
    var total = 0, found = 0, foundAccounts = 0, opened = 0;
    if (isActive && !wasActive) {
      accounts.forEach(function (account) {
        account.open = account.element.open;
        account.same.forEach(function (same) { same.open = same.element.open; });
      });
    }
    accounts.forEach(function (account) {
      var isMine = isWanted(account, wanted, id, isWhole);
      var here = 0;
      account.groups.forEach(function (group) {
        var inGroup = 0;
        var isOnDay = isMine && isDay(group, wanted);
        group.rows.forEach(function (row) {
          total += 1;
          var isHit = isOnDay && matches(row, wanted, text);
          if (isHit) inGroup += 1;
          setHidden(row.element, !isHit);
        });
        setHidden(group.element, inGroup === 0);
        here += inGroup;
      });
      // An account without any decision is there where only accounts are asked for.
      var isThere = here > 0 || isMine && (!isActive || Object.keys(wanted).length === 1 && Boolean(id));
      setHidden(account.element, !isThere);
      account.hits.hidden = !isActive;
      account.hits.textContent = isActive ? '· ' + here + (here === 1 ? ' match' : ' matches') : '';
      if (isThere) foundAccounts += 1;
      found += here;
      if (isActive && isThere) {
        opened += here;
        account.element.open = opened <= mostOpened || foundAccounts === 1;
      } else if (!isActive && wasActive) {
        account.element.open = account.open;
      }
      account.same.forEach(function (same) {
        setHidden(same.element, isActive && !same.element.querySelector('tbody[data-day]:not([hidden])'));
        if (isActive) same.element.open = !same.element.hidden;
        else if (wasActive) same.element.open = same.open;
      });
    });
    wasActive = isActive;
    document.body.classList.toggle('filtered', isActive);
    mark(text, id);
    var leftOut = isPartial ? ' on this page' : '';
    var all = isActive && isPartial ? planned(wanted) : null;
    if (all !== null && all !== found.toLocaleString('en')) leftOut += '; the plan has ' + all;
    count.textContent = isActive
      ? 'filtered: ' + words(wanted) + ': ' + found.toLocaleString('en') + ' of ' + total.toLocaleString('en') +
        ' decisions in ' + foundAccounts + ' of ' + accounts.length + ' accounts' + leftOut
      : total.toLocaleString('en') + ' decisions in ' + accounts.length +
        (accounts.length === 1 ? ' account' : ' accounts') + leftOut;
    setHidden(none, !isActive || foundAccounts > 0);
    if (!none.hidden) none.querySelector('code').textContent = command(wanted);
  }

  // How many decisions the plan has of what is filtered, where a link to them says so; null: none does.
  function planned(wanted) {
    var show = fragment(wanted).slice('#show?'.length);
    var link = Array.prototype.filter.call(document.querySelectorAll('a[data-show]'), function (link) {
      return link.getAttribute('data-show') === show && /^[\d,]+$/.test(link.textContent)
        && !link.closest('[data-figure^="coverageHorizons"]');
    })[0];
    return link ? link.textContent : null;
  }

  function accountOf(wanted) {
    var known = accounts.filter(function (account) { return account.anchor === wanted.id; })[0];
    return wanted.account || (known ? known.id : '');
  }

  // What the filter asks for: `account fay, text piano`.
  function words(wanted) {
    return fields.filter(function (name) { return wanted[name]; }).map(function (name) {
      if (name === 'problems') return 'problems only';
      if (name === 'clock') return 'clocks changed';
      if (name === 'hour') return wanted.hour + ':00 to ' + wanted.hour + ':59';
      if (name === 'id') return 'account ' + accountOf(wanted);
      var select = inputs[name].options ? inputs[name].options[inputs[name].selectedIndex] : null;
      return name + ' ' + (select ? select.textContent : wanted[name]);
    }).join(', ');
  }

  // Who knows more where nothing is found.
  function command(wanted) {
    function quoted(text) {
      return /^[\w@%+=:,.\/-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";
    }
    var text = 'tickler explain --account ' + (accountOf(wanted) ? quoted(accountOf(wanted)) : 'ID');
    if (wanted.text && wanted.text.indexOf(' ') < 0) text += ' --notification ' + quoted(wanted.text);
    if (/^\d{4}-\d\d-\d\d$/.test(wanted.day || '')) text += ' --on ' + wanted.day;
    return text;
  }

  // Marks what was looked for, in browsers that can without touching the page.
  function mark(text, id) {
    if (typeof Highlight === 'undefined' || !CSS.highlights) return;
    var ranges = [];
    function find(root, wanted) {
      var walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (var node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode()) {
        var lower = node.data.toLowerCase();
        // A letter that is longer in lower case would move what follows.
        if (lower.length !== node.data.length) continue;
        for (var at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
          var range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          ranges.push(range);
        }
      }
    }
    accounts.forEach(function (account) {
      if (account.element.hidden) return;
      if (id) find(account.element.querySelector('.who'), id);
      if (!text || !account.element.open) return;
      account.groups.forEach(function (group) {
        if (!group.element.hidden) group.rows.forEach(function (row) { if (!row.element.hidden) find(row.element, text); });
      });
    });
    var hits = new Highlight();
    ranges.forEach(function (range) { hits.add(range); });
    CSS.highlights.set('hit', hits);
  }

  // The bar, and under it the first result.
  function goToResults() {
    var first = accounts.filter(function (account) { return !account.element.hidden; })[0];
    var target = first ? first.element : none;
    var bars = form.offsetHeight;
    var toc = document.querySelector('.toc');
    if (toc && getComputedStyle(toc).position === 'sticky') bars += toc.offsetHeight;
    window.scrollTo(0, target.getBoundingClientRect().top + window.pageYOffset - bars - 8);
  }

  function open(wanted) {
    show(wanted);
    if (Object.keys(wanted).length) goToResults();
  }

  // Opens everything around the element that the address names.
  function reveal() {
    var name = location.hash.slice(1);
    var target = null;
    try { target = document.getElementById(decodeURIComponent(name)); } catch (error) { return; }
    if (!target) return;
    var isHidden = false;
    for (var element = target; element; element = element.parentElement) {
      if (element.hidden) isHidden = true;
      if (element.tagName === 'DETAILS') element.open = true;
    }
    if (isHidden) show({});
    for (var outer = target; outer; outer = outer.parentElement) if (outer.tagName === 'DETAILS') outer.open = true;
    target.scrollIntoView();
  }

  function follow() {
    var wanted = wantedByAddress();
    if (wanted) { if (accounts && fragment(wanted) !== fragment(state())) open(wanted); } else reveal();
  }

  function address(wanted) { return fragment(wanted) || location.pathname + location.search; }

  var timer = null;
  form.addEventListener('input', function (event) {
    if (event.target.type !== 'search') return;
    clearTimeout(timer);
    timer = setTimeout(function () {
      apply();
      history.replaceState(null, '', address(state()));
    }, 120);
  });
  form.addEventListener('change', function (event) {
    if (event.target.type === 'search') return;
    apply();
    history.pushState(null, '', address(state()));
  });
  form.addEventListener('reset', function () {
    setTimeout(function () {
      quiet.forEach(function (name) { inputs[name].value = ''; });
      apply();
      history.pushState(null, '', address({}));
    }, 0);
  });
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', follow);
  window.addEventListener('popstate', follow);
  // A second click on a link that the address has already.
  document.addEventListener('click', function (event) {
    var link = event.target.closest ? event.target.closest('a[href^="#"], [data-show]') : null;
    if (!link) return;
    if (link.hasAttribute('data-show')) {
      // The bars of pictures are no links of their own: the tables beside them have those.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      var wanted = '#show?' + link.getAttribute('data-show');
      if (wanted !== location.hash) history.pushState(null, '', wanted);
      open(wantedByAddress());
    } else if (link.getAttribute('href') === location.hash) reveal();
  });

  var closed = [];
  // On paper is what is open, and everything where the address asks for it.
  window.addEventListener('beforeprint', function () {
    if (location.hash !== '#print-accounts') return;
    closed = Array.prototype.filter.call(document.querySelectorAll('details:not([open])'), function (element) {
      element.open = true;
      return true;
    });
  });
  window.addEventListener('afterprint', function () {
    closed.forEach(function (element) { element.open = false; });
    closed = [];
  });

  Array.prototype.forEach.call(document.querySelectorAll('a[data-show]'), function (link) {
    link.setAttribute('href', '#show?' + link.getAttribute('data-show'));
  });
  read();
  form.hidden = false;
  var wanted = wantedByAddress();
  if (wanted) open(wanted);
  else {
    show({});
    reveal();
  }
})();

// A button beside every decision of an open account that copies a link to it. Without it the decision's time is that link.
(function () {
  'use strict';
  var said = document.getElementById('said');
  var timer = null;

  function say(words, button) {
    clearTimeout(timer);
    if (said) said.textContent = words;
    button.classList.add('done');
    timer = setTimeout(function () {
      if (said) said.textContent = '';
      button.classList.remove('done');
    }, 3000);
  }

  function addButtons(account) {
    Array.prototype.forEach.call(account.querySelectorAll('.timeline tr[id]'), function (row) {
      // In the cell that is no head: a reader of the others hears the head each time.
      var cell = row.cells[row.cells.length - 1];
      if (cell.querySelector('.copy')) return;
      var button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.setAttribute('aria-label', 'Copy link to ' + row.cells[0].firstElementChild.textContent + ' ' + row.getAttribute('data-kind'));
      cell.appendChild(button);
    });
  }

  function copy(button) {
    var anchor = '#' + button.closest('tr').id;
    function copied() { say('Link copied', button); }
    // What may not write to the clipboard has the link where it can be copied from.
    function refused() {
      history.replaceState(null, '', anchor);
      say('The address bar has the link', button);
    }
    if (!navigator.clipboard) return refused();
    navigator.clipboard.writeText(location.href.split('#')[0] + anchor).then(copied, refused);
  }

  // A toggle does not bubble.
  document.addEventListener('toggle', function (event) {
    if (event.target.open && event.target.matches('.account')) addButtons(event.target);
  }, true);
  document.addEventListener('click', function (event) {
    if (event.target.matches('.copy')) copy(event.target);
  });
  Array.prototype.forEach.call(document.querySelectorAll('.account[open]'), addButtons);
})();
