// Filters the changes. Without it the page reads in full.
(function () {
  'use strict';
  var form = document.getElementById('filter');
  if (!form) return;
  var text = document.getElementById('f-text');
  var change = document.getElementById('f-change');
  var count = document.getElementById('f-count');
  // One line a change; folded ones open.
  var lines = Array.prototype.map.call(document.querySelectorAll('.by-account li[data-change]'), function (element) {
    var account = element.closest('.by-account');
    return {
      element: element, change: element.getAttribute('data-change'), isRun: element.querySelector('li') !== null,
      text: (account.getAttribute('data-account') + ' ' + element.textContent).toLowerCase()
    };
  });
  var total = lines.filter(function (line) { return !line.isRun; }).length;
  var listed = document.querySelector('.group > .left-out') ? ' listed' : '';

  function apply() {
    var wanted = text.value.trim().toLowerCase();
    var isActive = wanted !== '' || change.value !== '';
    var found = 0;
    lines.forEach(function (line) {
      var isHit = (!change.value || line.change === change.value) && (!wanted || line.text.indexOf(wanted) >= 0);
      line.element.hidden = !isHit;
      if (isHit && !line.isRun) found += 1;
    });
    Array.prototype.forEach.call(document.querySelectorAll('.by-account, .group'), function (element) {
      element.hidden = isActive && !element.querySelector('.by-account li[data-change]:not([hidden])') &&
        !(element.classList.contains('by-account') && element.querySelector('li[data-change]:not([hidden])'));
      if (isActive && !element.hidden) {
        Array.prototype.forEach.call(element.querySelectorAll('details.box'), function (box) { box.open = true; });
        if (element.tagName === 'DETAILS') element.open = true;
      }
    });
    count.textContent = isActive
      ? 'filtered: ' + found.toLocaleString('en') + ' of ' + total.toLocaleString('en') + ' changes'
      : total.toLocaleString('en') + (total === 1 ? ' change' : ' changes') + listed;
  }

  function address() {
    var parts = [];
    if (text.value.trim()) parts.push('text=' + encodeURIComponent(text.value.trim()));
    if (change.value) parts.push('change=' + change.value);
    history.replaceState(null, '', parts.length ? '#show?' + parts.join('&') : location.pathname + location.search);
  }

  function follow() {
    if (location.hash.slice(0, 6) !== '#show?') return;
    text.value = change.value = '';
    location.hash.slice(6).split('&').forEach(function (part) {
      var at = part.indexOf('=');
      var field = { text: text, change: change }[part.slice(0, at)];
      try { if (field) field.value = decodeURIComponent(part.slice(at + 1)); } catch (error) { /* not ours */ }
    });
  }

  function changed() { apply(); address(); }
  form.addEventListener('input', changed);
  form.addEventListener('reset', function () { setTimeout(changed, 0); });
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { follow(); apply(); });
  form.hidden = false;
  follow();
  apply();
})();
