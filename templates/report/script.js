// Finds decisions among the rows of this page, or of all pages of a site. Without it the report reads in full.
// A page opened at an address is hidden until it shows what the address asks for, so nothing jumps.
if (location.hash) document.documentElement.classList.add('asked');
document.addEventListener('DOMContentLoaded', function () {
  'use strict';
  document.documentElement.classList.remove('asked');
  var form = document.getElementById('search');
  var isSite = document.body.hasAttribute('data-pages');
  // The terms that people type, then those that only links set.
  var fields = ['account', 'text', 'app', 'kind', 'outcome', 'reason', 'day', 'problems'];
  var quiet = ['hour', 'zone', 'clock', 'id', 'note', 'has'];
  var all = fields.concat(quiet);
  var box = document.getElementById('q');
  var linked = {};
  // The values of terms on this page, by name.
  var known = { outcome: ['scheduled', 'armed', 'ahead', 'dropped'], problems: ['1'] };
  var spoken = { attention: 'accounts with findings', reach: 'accounts' };
  var outcomes = { scheduled: 'goes out', armed: 'waits', ahead: 'planned ahead', dropped: 'not sent' };
  var weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  // The note in a row about what moved a decision, and its bit in a site's search lines.
  var notes = { late: ['sent late', 2], quietHours: ['moved by quiet hours', 4], minimumGap: ['moved by the minimum gap', 8] };
  var count = document.getElementById('f-count');
  var unknown = [];

  function each(list, call) { Array.prototype.forEach.call(list, call); }
  function map(list, call) { return Array.prototype.map.call(list, call); }
  function number(value) { return value.toLocaleString('en'); }
  function counted(value, noun) { return number(value) + ' ' + noun + (value === 1 ? '' : 's'); }

  // MARK: The box and the address

  function reasonWords(code) {
    var place = document.getElementById('reason-' + code);
    var words = place && place.querySelector('th span, dt');
    return words ? words.firstChild.textContent.replace('● ', '').trim() : code;
  }
  function dayWords(day) {
    if (day === 'none') return 'without a day';
    return weekdays.indexOf(day) < 0 ? day.replace('..', ' to ') : 'every ' + day.charAt(0).toUpperCase() + day.slice(1);
  }

  // `kind:task text:"no milk"` as terms. A word alone is an account if an id contains it, else a text.
  function parse(text) {
    var wanted = {}, alone = [];
    text.replace(/(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"|(\S+))/g, function (whole, name, quoted, plain) {
      var value = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1');
      if (name && fields.indexOf(name) >= 0) wanted[name] = resolve(name, value);
      else if (fields.indexOf(whole.slice(0, -1)) < 0 || whole.slice(-1) !== ':') alone.push(name ? whole : value);
    });
    var word = alone.join(' ').toLowerCase();
    var isID = isSite || accounts !== null && accounts.some(function (account) { return account.id.toLowerCase().indexOf(word) >= 0; });
    if (word) wanted[isID && !wanted.account ? 'account' : 'text'] = alone.join(' ');
    return wanted;
  }

  // The value that a term means: itself, or the only one that begins with it.
  function resolve(name, value) {
    var all = name === 'account' || name === 'text' ? [] : known[name] || [];
    var lower = value.toLowerCase();
    var found = all.filter(function (one) { return one.toLowerCase().indexOf(lower) === 0; });
    return all.indexOf(value) < 0 && found.length === 1 ? found[0] : value;
  }

  function state() {
    var wanted = parse(box.value);
    quiet.forEach(function (name) { if (linked[name]) wanted[name] = linked[name]; });
    return wanted;
  }

  function term(name, value) {
    return name + ':' + (/^[^\s"\\]+$/.test(value) ? value : '"' + value.replace(/["\\]/g, '\\$&') + '"');
  }

  function fragment(wanted) {
    var parts = all.filter(function (name) { return wanted[name]; }).map(function (name) {
      return name + '=' + encodeURIComponent(wanted[name]);
    });
    return parts.length ? '#show?' + parts.join('&') : '';
  }

  // The fields of an address or a link; null if it is a plain anchor.
  function wantedBy(hash) {
    if (hash === '' || hash === '#') return {};
    if (hash.slice(0, 6) !== '#show?') return null;
    var wanted = {};
    hash.slice(6).split('&').forEach(function (part) {
      var at = part.indexOf('=');
      if (all.indexOf(part.slice(0, at)) < 0) return;
      try { wanted[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); } catch (error) { /* not ours */ }
    });
    return wanted;
  }

  function fill(wanted) {
    quiet.forEach(function (name) { linked[name] = wanted[name] || ''; });
    box.value = fields.filter(function (name) { return wanted[name]; }).map(function (name) { return term(name, wanted[name]); }).join(' ');
  }

  // What is asked for and not on this page.
  function findUnknown(wanted) {
    unknown = ['app', 'kind', 'outcome', 'reason', 'day'].filter(function (name) {
      var isSpan = name === 'day' && wanted.day && (wanted.day.indexOf('..') > 0 || isSite);
      return wanted[name] && !isSpan && (known[name] || []).indexOf(wanted[name]) < 0;
    }).map(function (name) { return name + ' ' + wanted[name]; });
  }

  function phrase(wanted, name) {
    var value = wanted[name];
    if (name === 'problems') return 'findings';
    if (name === 'clock') return 'clocks changed';
    if (name === 'hour') return value + ':00 to ' + value + ':59';
    if (name === 'note') return (notes[value] || [value])[0];
    if (name === 'has' && spoken[value]) return spoken[value];
    if (name === 'has') return value.replace('=', ' ').replace('.', ', ').replace(/\+/g, ' ');
    if (name === 'id') return 'account ' + accountOf(wanted);
    if (name === 'outcome') return outcomes[value] || value;
    return name + ' ' + (name === 'reason' ? reasonWords(value) : name === 'day' ? dayWords(value) : value);
  }

  // The question in words: `account fay, text piano`.
  function words(wanted) {
    return all.filter(function (name) { return wanted[name]; }).map(function (name) { return phrase(wanted, name); }).join(', ');
  }

  // A chip for each term, which takes it away.
  function showChips(wanted) {
    var names = all.filter(function (name) { return wanted[name]; });
    document.getElementById('f-reset').hidden = names.length === 0;
    document.getElementById('chips').replaceChildren.apply(document.getElementById('chips'), names.map(function (name) {
      var chip = document.createElement('button');
      chip.type = 'button';
      chip.className = 'chip';
      chip.setAttribute('data-term', name);
      chip.setAttribute('aria-label', 'Remove ' + phrase(wanted, name));
      chip.textContent = phrase(wanted, name) + ' ×';
      return chip;
    }));
  }

  // Offers what the last word may become.
  function suggest() {
    var at = box.value.lastIndexOf(' ') + 1;
    var word = box.value.slice(at), lower = word.toLowerCase(), name = word.split(':')[0];
    var offers = word.indexOf(':') > 0 && known[name] ? known[name].map(function (value) { return term(name, value); })
      : fields.map(function (name) { return name + ':'; }).concat((accounts || []).slice(0, 500).map(function (account) { return term('account', account.id); }));
    offers = offers.filter(function (offer) { return offer !== word && offer.toLowerCase().indexOf(lower) >= 0; }).slice(0, 40);
    var list = document.getElementById('q-terms');
    list.replaceChildren.apply(list, offers.map(function (offer) {
      var option = document.createElement('option');
      option.value = box.value.slice(0, at) + offer;
      return option;
    }));
  }

  // The command that knows more if nothing is found.
  function command(wanted) {
    function quoted(text) { return /^[\w@%+=:,.\/-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'"; }
    var text = 'tickler explain --account ' + (accountOf(wanted) ? quoted(accountOf(wanted)) : 'ID');
    if (wanted.text && wanted.text.indexOf(' ') < 0) text += ' --notification ' + quoted(wanted.text);
    if (/^\d{4}-\d\d-\d\d$/.test(wanted.day || '')) text += ' --on ' + wanted.day;
    return text;
  }

  function tell(wanted, found, rows, accounts, rest) {
    var text = words(wanted) + ': ';
    if (wanted.has) text += number(found) + ' in ' + counted(accounts, 'account');
    else text += counted(rows, 'decision') + ' in ' + counted(accounts, 'account');
    if (unknown.length) text += '. This report has no ' + unknown.join(' and no ');
    else if (accounts === 0 && !rest) text += leftOut(wanted) || '. “' + command(wanted) + '” explains an account that is not here';
    var all = document.querySelector('.decisions-left-out') ? planned(wanted) : '';
    count.textContent = text + (rest || '') + (all && all !== number(wanted.has ? found : rows) ? '; the plan has ' + all : '');
  }

  // The first record of the inputs that was left out and has the account and the text.
  function leftOut(wanted) {
    var parts = [wanted.account, wanted.text].filter(Boolean).map(function (part) { return part.toLowerCase(); });
    var records = document.querySelectorAll('[aria-labelledby=diagnostics] li li');
    for (var i = 0; parts.length && i < records.length; i += 1) {
      var text = records[i].textContent;
      if (parts.every(function (part) { return text.toLowerCase().indexOf(part) >= 0; })) return '. Left out of the plan: ' + text;
    }
    return '';
  }

  // The count in the link for this question, since the page may lack room for all rows.
  function planned(wanted) {
    var show = fragment(wanted);
    var links = document.querySelectorAll('a[data-show]');
    for (var i = 0; i < links.length; i += 1) {
      var says = links[i].textContent.match(/^[\d,]+/);
      if (says && fragment(wantedBy(links[i].getAttribute('href'))) === show) return says[0];
    }
    return '';
  }

  // A date, a weekday, or dates from one to another; or a day whose clock changes.
  function isDay(wanted, day, weekday, hasClock) {
    if (wanted.clock && !hasClock) return false;
    if (!wanted.day) return true;
    var ends = wanted.day.split('..');
    if (ends.length === 2) return day !== 'none' && ends[0] <= day && day <= ends[1];
    return day === wanted.day || weekday === wanted.day;
  }

  // An account's count of other things asked for: `cancel:2 again=windowEnd:1`.
  function tally(text, wanted) {
    return text.split(' ').reduce(function (sum, token) {
      var at = token.lastIndexOf(':');
      var name = token.slice(0, at);
      return name === wanted || name.indexOf(wanted + '.') === 0 ? sum + Number(token.slice(at + 1)) : sum;
    }, 0);
  }

  function accountOf(wanted) {
    var element = wanted.id && document.getElementById(wanted.id);
    return wanted.account || (element ? element.getAttribute('data-account') : '');
  }

  var asksRows = ['text', 'kind', 'outcome', 'reason', 'day', 'problems', 'hour', 'zone', 'clock', 'note'];
  function isAbout(wanted, names) { return names.some(function (name) { return wanted[name]; }); }

  // MARK: Rows of this page

  var accounts = null;
  var wasActive = false;
  // The most rows opened at once, since layout of more is slow.
  var mostOpened = 400;

  // All filtered elements, read from the page once.
  function read() {
    var days = {}, kinds = {}, reasons = {}, apps = {};
    accounts = map(document.querySelectorAll('.account'), function (element) {
      var zones = element.getAttribute('data-zones').split(' ');
      var groups = map(element.querySelectorAll('tbody[data-day]'), function (body) {
        var day = body.getAttribute('data-day');
        days[day] = true;
        var rows = [];
        for (var row = body.rows[1]; row; row = row.nextElementSibling) {
          var cells = row.cells;
          var link = cells[3].querySelector('a[href^="#reason-"]');
          // A traveler has the zone in each row.
          var marks = zones.length > 1 ? cells[0].querySelectorAll('i') : [];
          var entry = {
            element: row, zone: marks.length > 1 ? marks[1].textContent : zones[0], kind: cells[1].firstChild.textContent,
            outcome: row.className || 'scheduled', reason: link ? link.getAttribute('href').slice(8) : '',
            problem: Boolean(link && link.className), text: null, hour: cells[0].textContent.slice(0, 2)
          };
          kinds[entry.kind] = true;
          reasons[entry.reason] = true;
          rows.push(entry);
        }
        var clock = body.rows[0].querySelector('.look');
        return {
          element: body, day: day, rows: rows, clock: Boolean(clock && clock.textContent.indexOf('clock') === 0),
          weekday: day === 'none' ? '' : weekdays[new Date(day + 'T00:00:00Z').getUTCDay()]
        };
      });
      apps[element.getAttribute('data-app')] = true;
      return {
        element: element, id: element.getAttribute('data-account'), app: element.getAttribute('data-app'), zones: zones, groups: groups,
        has: element.getAttribute('data-has'), open: element.open, hits: element.querySelector('.hits'),
        same: map(element.querySelectorAll('.same'), function (fold) { return { element: fold, open: fold.open }; })
      };
    });
    offer(Object.keys(apps), Object.keys(kinds), Object.keys(reasons), Object.keys(days));
  }

  function offer(apps, kinds, reasons, days) {
    known.app = apps.sort();
    known.kind = kinds.filter(Boolean);
    known.reason = reasons.filter(Boolean);
    known.day = weekdays.slice(1).concat('sun', days.sort());
  }

  function matches(row, wanted, text) {
    if (wanted.zone && wanted.zone.split(',').indexOf(row.zone) < 0) return false;
    if (wanted.hour && row.hour !== wanted.hour) return false;
    if (wanted.kind && row.kind !== wanted.kind) return false;
    if (wanted.outcome && row.outcome !== wanted.outcome) return false;
    if (wanted.reason && row.reason !== wanted.reason) return false;
    if (wanted.problems && !row.problem) return false;
    if (!text && !wanted.note) return true;
    if (row.text === null) row.text = row.element.textContent.toLowerCase();
    if (wanted.note && row.text.indexOf((notes[wanted.note] || [wanted.note])[0]) < 0) return false;
    return row.text.indexOf(text) >= 0;
  }

  function setHidden(element, hidden) { if (element.hidden !== hidden) element.hidden = hidden; }

  // A full id matches one account; a part, every account that contains it.
  function isAccount(account, wanted, id, isWhole) {
    var own = account.id.toLowerCase();
    if (id && (isWhole ? own !== id : own.indexOf(id) < 0)) return false;
    if (wanted.id && account.element.id !== wanted.id) return false;
    return !wanted.app || account.app === wanted.app;
  }

  function apply() {
    var wanted = state();
    findUnknown(wanted);
    showChips(wanted);
    var isActive = Object.keys(wanted).length > 0;
    var id = (wanted.account || '').toLowerCase();
    var text = (wanted.text || '').toLowerCase();
    var isWhole = accounts.some(function (account) { return account.id.toLowerCase() === id; });
    var asked = isAbout(wanted, asksRows);
    var found = 0, foundAccounts = 0, opened = 0, tallied = 0;
    if (isActive && !wasActive) {
      accounts.forEach(function (account) {
        account.open = account.element.open;
        account.same.forEach(function (fold) { fold.open = fold.element.open; });
      });
    }
    accounts.forEach(function (account) {
      var isMine = isAccount(account, wanted, id, isWhole);
      var has = isMine && wanted.has ? tally(account.has, wanted.has) : 0;
      if (wanted.has && !has) isMine = false;
      var here = 0;
      account.groups.forEach(function (group) {
        var isOnDay = isMine && isDay(wanted, group.day, group.weekday, group.clock);
        var inGroup = 0;
        group.rows.forEach(function (row) {
          var isHit = isOnDay && (!asked || matches(row, wanted, text));
          if (isHit) inGroup += 1;
          setHidden(row.element, !isHit);
        });
        setHidden(group.element, inGroup === 0);
        here += inGroup;
      });
      // Unless the question is about decisions, accounts without decisions match too.
      var isThere = here > 0 || isMine && !asked;
      setHidden(account.element, !isThere);
      account.hits.hidden = !isActive;
      account.hits.textContent = isActive ? '· ' + counted(here, 'match').replace('matchs', 'matches') : '';
      if (isThere) foundAccounts += 1;
      tallied += has;
      found += here;
      if (isActive && isThere) {
        opened += here;
        account.element.open = opened <= mostOpened || foundAccounts === 1;
      } else if (!isActive && wasActive) {
        account.element.open = account.open;
      }
      account.same.forEach(function (fold) {
        setHidden(fold.element, isActive && !fold.element.querySelector('tbody[data-day]:not([hidden])'));
        if (isActive) fold.element.open = asked && !fold.element.hidden && here <= mostOpened;
        else if (wasActive) fold.element.open = fold.open;
      });
    });
    wasActive = isActive;
    document.body.classList.toggle('filtered', isActive);
    mark(text, id);
    if (isActive) tell(wanted, tallied, found, foundAccounts, document.querySelector('.decisions-left-out') ? ' on this page' : '');
    else count.textContent = '';
    return foundAccounts;
  }

  // Marks matches, in browsers with the CSS Custom Highlight API.
  function mark(text, id) {
    if (typeof Highlight === 'undefined' || !CSS.highlights) return;
    var ranges = [];
    function find(root, wanted) {
      var walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (var node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode()) {
        var lower = node.data.toLowerCase();
        // A letter that is longer in lower case would shift what follows.
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

  // MARK: Rows of a site, from the scripts beside its pages: a page on a disk may read no other file

  var results = document.getElementById('found');
  var resultRows = document.getElementById('found-rows');
  var more = document.getElementById('found-more');
  var shown = 50;
  var directory = null;
  // Scripts by number: ids from 1, rows from -1, each its lines.
  var texts = {}, waiting = {};
  // The current search; results of earlier ones are dropped.
  var current = 0;

  window.tickler = function (key, value) {
    if (key === 0) directory = value; else texts[key] = value;
    var calls = waiting[key] || [];
    delete waiting[key];
    calls.forEach(function (call) { call(); });
  };

  function load(key, then) {
    if (key === 0 ? directory : texts[key]) return then();
    if (waiting[key]) return waiting[key].push(then);
    waiting[key] = [then];
    var script = document.createElement('script');
    script.charset = 'utf-8';
    script.src = 'pages/' + (key === 0 ? 'search' : (key < 0 ? 'rows-' : 'search-') + ('000000' + Math.abs(key)).slice(-6)) + '.js';
    script.onload = function () { script.remove(); };
    script.onerror = function () {
      delete waiting[key];
      count.textContent = 'The folder pages is not beside this page; the search needs it.';
      form.dataset.state = 'done';
    };
    document.head.appendChild(script);
  }

  // Matching lines of ids: `severity|app|zone|marks|page|id`.
  function scanIds(key, wanted, take) {
    var text = texts[key], lower = text.toLowerCase();
    var id = (wanted.account || '').toLowerCase();
    var app = wanted.app ? directory.apps.indexOf(wanted.app) : -1;
    // Letters that are longer in lower case would shift positions.
    if (lower.length !== text.length) lower = text;
    var start = 0;
    while (start < text.length) {
      if (id) {
        var at = lower.indexOf(id, start);
        if (at < 0) return;
        start = text.lastIndexOf('\n', at) + 1;
      }
      var end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      var parts = text.slice(start, end).split('|');
      var own = parts.slice(5).join('|');
      start = end + 1;
      if (id && own.toLowerCase().indexOf(id) < 0 || wanted.app && Number(parts[1]) !== app) continue;
      var letters = parts[3];
      take({
        id: own, app: directory.apps[parts[1]], name: directory.names[parts[1]], zone: directory.zones[parts[2]], page: parts[4],
        marks: Object.keys(directory.marks).map(function (code) { return directory.marks[code]; })
          .filter(function (mark) { return letters.includes(mark[0]); })
      }, 0);
    }
  }

  // Lines of rows: `page, app, zones, tallies, kinds, rows, id`, separated by tabs.
  function scanRows(key, wanted, take) {
    var days = {};
    function day(text) {
      if (days[text]) return days[text];
      var date = text === 'n' ? null : new Date(Number(text) * 86400000);
      days[text] = { day: date ? date.toISOString().slice(0, 10) : 'none', weekday: date ? weekdays[date.getUTCDay()] : '' };
      return days[text];
    }
    var outcome = { scheduled: '+', armed: '*', ahead: '>' }[wanted.outcome] || '';
    var reason = wanted.reason ? (directory.marks[wanted.reason] || [''])[0] : '';
    var hour = wanted.hour ? 97 + Number(wanted.hour) : 0;
    var flags = (wanted.problems ? 1 : 0) | (wanted.note ? (notes[wanted.note] || [0, 64])[1] : 0);
    var zoneNames = wanted.zone ? wanted.zone.split(',') : null;
    var asked = isAbout(wanted, asksRows);
    var id = (wanted.account || '').toLowerCase();
    texts[key].split('\n').forEach(function (line) {
      var parts = line.split('\t');
      if (wanted.app && parts[1] !== wanted.app || id && parts[6].toLowerCase().indexOf(id) < 0) return;
      var zones = parts[2].split(' ');
      var size = zones.length > 1 ? 5 : 4;
      var hits = 0;
      if (wanted.has) {
        hits = tally(parts[3], wanted.has);
        if (!hits) return;
      }
      if (asked) {
        hits = 0;
        var place = wanted.kind ? parts[4].split(' ').indexOf(wanted.kind) : -1;
        if (wanted.kind && place < 0 || zoneNames && size === 4 && zoneNames.indexOf(zones[0]) < 0) return;
        parts[5].split(';').forEach(function (group) {
          var at = group.indexOf(':');
          var hasClock = group.charAt(at - 1) === '!';
          var own = day(group.slice(0, hasClock ? at - 1 : at));
          if (!isDay(wanted, own.day, own.weekday, hasClock)) return;
          for (var row = at + 1; row < group.length; row += size) {
            if (hour && group.charCodeAt(row) !== hour) continue;
            var mark = group.charAt(row + 1);
            if (outcome && mark !== outcome || reason && mark !== reason) continue;
            if (wanted.outcome === 'dropped' && '+*>'.indexOf(mark) >= 0) continue;
            if (flags && ((group.charCodeAt(row + 2) - 48) & flags) !== flags) continue;
            if (place >= 0 && group.charCodeAt(row + 3) - 256 !== place) continue;
            if (zoneNames && size === 5 && zoneNames.indexOf(zones[group.charCodeAt(row + 4) - 48]) < 0) continue;
            hits += 1;
          }
        });
        if (!hits) return;
      }
      take({ id: parts[6], app: parts[1], name: directory.names[directory.apps.indexOf(parts[1])], zone: zones[0], page: parts[0], hits: hits },
        hits);
    });
  }

  function cell(row, text, name) {
    var element = document.createElement(name || 'td');
    element.textContent = text;
    row.appendChild(element);
    return element;
  }

  function resultRow(account, wanted) {
    var row = document.createElement('tr');
    var link = document.createElement('a');
    var own = Object.assign({}, wanted, { account: account.id, app: account.app });
    link.href = 'pages/accounts-' + ('000000' + account.page).slice(-6) + '.html' + fragment(own);
    var id = document.createElement('bdi');
    var part = (wanted.account || '').toLowerCase();
    var at = part ? account.id.toLowerCase().indexOf(part) : -1;
    if (at < 0) {
      id.textContent = account.id;
    } else {
      var marked = document.createElement('mark');
      marked.textContent = account.id.slice(at, at + part.length);
      id.append(account.id.slice(0, at), marked, account.id.slice(at + part.length));
    }
    link.appendChild(id);
    var head = cell(row, '', 'th');
    head.scope = 'row';
    head.appendChild(link);
    cell(row, account.name);
    cell(row, account.zone);
    var found = cell(row, account.hits ? number(account.hits) : '');
    if (account.hits) found.setAttribute('data-label', 'found');
    (account.marks || []).sort(function (a, b) { return b[2] - a[2]; }).forEach(function (mark) {
      var chip = document.createElement('span');
      chip.className = mark[2] ? 'chip stop' : 'chip';
      chip.textContent = mark[1];
      found.append(chip, ' ');
    });
    return row;
  }

  // Prefix matches come before other matches.
  function list(found, wanted, total, rest) {
    var part = (wanted.account || '').toLowerCase();
    function rank(account) { return part && account.id.toLowerCase().indexOf(part) !== 0 ? 1 : 0; }
    var sorted = part ? found.slice().sort(function (a, b) { return rank(a) - rank(b); }) : found;
    sorted = sorted.slice(0, shown);
    resultRows.replaceChildren.apply(resultRows, sorted.map(function (account) { return resultRow(account, wanted); }));
    results.hidden = sorted.length === 0;
    more.hidden = total.accounts <= sorted.length;
    var text = total.accounts > sorted.length && sorted.length ? ', ' + sorted.length + ' of them shown' : '';
    if (wanted.text && sorted.length) text += '; the texts are on the pages of the accounts';
    if (isAbout(wanted, asksRows) || wanted.has || unknown.length) tell(wanted, total.hits, total.hits, total.accounts, text + rest);
    else if (total.accounts || rest) count.textContent = counted(total.accounts, 'account') + text + rest;
    else count.textContent = 'No account of this plan has “' + (wanted.account || wanted.app) + '”' + (leftOut(wanted) || '. Clear shows all again.');
  }

  // Loads one script after the other, and shows results while the others load.
  function find() {
    var wanted = state();
    findUnknown(wanted);
    showChips(wanted);
    var own = current += 1;
    var isActive = Object.keys(wanted).length > 0;
    document.body.classList.toggle('filtered', isActive);
    form.dataset.state = isActive ? 'searching' : 'idle';
    if (!isActive) {
      results.hidden = true;
      count.textContent = '';
      return;
    }
    // Only an element with text can get the focus.
    if (!count.textContent) count.textContent = 'Searching …';
    load(0, function () {
      if (own !== current) return;
      var isRows = isAbout(wanted, asksRows) || Boolean(wanted.has);
      var queue = isRows ? rowScripts(wanted) : idScripts((wanted.account || '').toLowerCase());
      var exact = { found: [], accounts: 0, hits: 0 }, others = { found: [], accounts: 0, hits: 0 };
      var id = (wanted.account || '').toLowerCase();
      var next = 0;
      (function step() {
        if (own !== current) return;
        // A full id matches one account.
        var best = exact.accounts ? exact : others;
        if (next === queue.length) {
          form.dataset.state = 'done';
          return list(best.found, wanted, best, '');
        }
        load(queue[next], function () {
          if (own !== current) return;
          (isRows ? scanRows : scanIds)(queue[next], wanted, function (account, hits) {
            var group = id && account.id.toLowerCase() === id ? exact : others;
            group.accounts += 1;
            group.hits += hits;
            if (group.found.length < shown + 1000) group.found.push(account);
          });
          // Rows of a million accounts do not fit memory.
          if (isRows && queue.length > 20) delete texts[queue[next]];
          next += 1;
          if (next % 4 === 1 && next < queue.length) {
            best = exact.accounts ? exact : others;
            list(best.found, wanted, best, ' so far, still searching');
            setTimeout(step, 0);
          } else {
            step();
          }
        });
      })();
    });
  }

  // Prefix matches first, then the others.
  function idScripts(id) {
    var near = [], far = [];
    directory.shards.forEach(function (shard, index) {
      var from = shard[0].toLowerCase().slice(0, id.length), to = shard[1].toLowerCase().slice(0, id.length);
      (from <= id && id <= to ? near : far).push(index + 1);
    });
    return near.concat(far);
  }

  function rowScripts(wanted) {
    var letter = wanted.reason ? (directory.marks[wanted.reason] || ['?'])[0] : '';
    var queue = [];
    directory.rows.forEach(function (shard, index) { if (!letter || shard[1].includes(letter)) queue.push(-1 - index); });
    return queue;
  }

  // The choices on a site: all that the page's numbers lead to.
  function offerLinks() {
    var known = { app: {}, kind: {}, reason: {}, day: {} };
    each(document.querySelectorAll('[data-show]'), function (link) {
      var show = new URLSearchParams(link.getAttribute('data-show'));
      Object.keys(known).forEach(function (name) {
        var value = show.get(name);
        if (value && !(name === 'day' && !/^\d{4}-\d\d-\d\d$/.test(value))) known[name][value] = true;
      });
    });
    offer(Object.keys(known.app), Object.keys(known.kind), Object.keys(known.reason), Object.keys(known.day));
  }

  // MARK: Links, keys and the address

  var lastAsked = '';
  function run() {
    lastAsked = fragment(state());
    if (!isSite) {
      apply();
      form.dataset.state = 'done';
      return;
    }
    shown = 50;
    find();
  }

  // Applies an address, and moves the focus to the result.
  function open(wanted) {
    fill(wanted);
    run();
    if (!Object.keys(wanted).length) return;
    form.scrollIntoView();
    isTyping = false;
    count.focus({ preventScroll: true });
  }

  // Opens all parents of the element that the address names.
  function reveal() {
    var name = location.hash.slice(1);
    var target = null;
    try { target = name && document.getElementById(decodeURIComponent(name)); } catch (error) { return; }
    if (!target) return;
    if (document.body.classList.contains('filtered')) {
      fill({});
      run();
    }
    for (var element = target; element; element = element.parentElement) if (element.tagName === 'DETAILS') element.open = true;
    target.scrollIntoView();
  }

  function follow() {
    var wanted = wantedBy(location.hash);
    if (!wanted) reveal();
    else if (fragment(wanted) !== fragment(state())) open(wanted);
  }

  function address() { return fragment(state()) || location.pathname + location.search; }

  // One entry of the history while a question is typed.
  var isTyping = false;
  function changed() {
    run();
    // On a phone the box alone fills the window.
    if (form.getBoundingClientRect().bottom > innerHeight * 0.7) form.scrollIntoView();
    if (location.hash !== fragment(state())) history[isTyping ? 'replaceState' : 'pushState'](null, '', address());
  }

  var timer = null;
  form.addEventListener('input', function () {
    clearTimeout(timer);
    suggest();
    form.dataset.state = 'searching';
    timer = setTimeout(function () {
      timer = null;
      changed();
      isTyping = true;
    }, isSite ? 60 : 120);
  });
  function commit() {
    clearTimeout(timer);
    // Results that are replaced while one is pressed would get no click.
    if (timer || fragment(state()) !== lastAsked) changed();
    timer = null;
    isTyping = false;
  }
  form.addEventListener('change', commit);
  form.addEventListener('reset', function () {
    setTimeout(function () {
      fill({});
      commit();
    }, 0);
  });
  document.getElementById('chips').addEventListener('click', function (event) {
    var wanted = state();
    delete wanted[event.target.getAttribute('data-term')];
    fill(wanted);
    commit();
    box.focus();
  });
  document.addEventListener('keydown', function (event) {
    if (event.key !== '/' || event.target === box || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  form.addEventListener('keydown', function (event) {
    if (event.key !== 'Enter' || event.target !== box) return;
    event.preventDefault();
    var first = isSite ? resultRows.querySelector('a') : document.querySelector('.account:not([hidden]) > summary');
    if (first && isSite && form.dataset.state === 'done') location.href = first.href;
    else if (first && !isSite) first.focus();
  });
  if (isSite) {
    box.addEventListener('focus', function () { load(0, function () {}); });
    more.addEventListener('click', function () {
      shown += 200;
      find();
    });
  }
  window.addEventListener('hashchange', follow);
  window.addEventListener('popstate', follow);
  document.addEventListener('click', function (event) {
    var link = event.target.closest ? event.target.closest('a[href^="#"], [data-show]') : null;
    if (!link) return;
    if (link.hasAttribute('data-show')) {
      // Bars of pictures are not links; the tables next to them are.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      var wanted = '#show?' + link.getAttribute('data-show');
      if (wanted !== location.hash) history.pushState(null, '', wanted);
      open(wantedBy(location.hash));
    } else if (link.getAttribute('href') === location.hash) reveal();
  });

  var closed = [];
  // Prints open parts only, or all if the address says so.
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

  each(document.querySelectorAll('a[data-show]'), function (link) { link.setAttribute('href', '#show?' + link.getAttribute('data-show')); });
  if (isSite) offerLinks(); else read();
  each(document.querySelectorAll('#search, .skip'), function (element) { element.hidden = false; });
  var wanted = wantedBy(location.hash);
  if (wanted) open(wanted); else reveal();
});

// Shows the UTC instant of the hovered row, with a button that copies it and a link.
document.addEventListener('DOMContentLoaded', function () {
  'use strict';
  var said = document.getElementById('said');
  var timer = null;

  function utc(row) {
    var day = row.parentElement.getAttribute('data-day');
    var offset = row.cells[0].querySelector('i');
    var date = offset ? new Date(day + 'T' + row.cells[0].firstChild.textContent.trim() + offset.textContent.replace('−', '-')) : NaN;
    return isNaN(date) ? '' : date.toISOString().replace('.000', '');
  }

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
      // Not in the row's head, which screen readers repeat with each cell.
      var cell = row.cells[row.cells.length - 1];
      if (cell.querySelector('.copy')) return;
      var button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.setAttribute('aria-label', 'Copy a link to ' + row.cells[0].firstChild.textContent.trim() + ' ' + row.cells[1].firstChild.textContent);
      cell.appendChild(button);
    });
  }

  function copy(button) {
    var row = button.closest('tr');
    var anchor = '#' + row.id;
    var account = row.closest('.account').getAttribute('data-account');
    var parts = [utc(row), account, row.querySelector('code').textContent].filter(function (part) { return part; });
    function copied() { say('Copied: ' + parts.join(', '), button); }
    // Without access to the clipboard, the address bar has the link.
    function refused() {
      history.replaceState(null, '', anchor);
      say('The address bar has the link', button);
    }
    if (!navigator.clipboard) return refused();
    navigator.clipboard.writeText(parts.join(' ') + '\n' + location.href.split('#')[0] + anchor).then(copied, refused);
  }

  document.addEventListener('mouseover', function (event) {
    var head = event.target.closest ? event.target.closest('.timeline tr[id] > th') : null;
    if (head && !head.title) head.title = utc(head.parentElement);
  });
  // A toggle does not bubble.
  document.addEventListener('toggle', function (event) {
    if (event.target.open && event.target.matches('.account')) addButtons(event.target);
  }, true);
  document.addEventListener('click', function (event) {
    if (event.target.matches('.copy')) copy(event.target);
  });
  Array.prototype.forEach.call(document.querySelectorAll('.account[open]'), addButtons);
});
