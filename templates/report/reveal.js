// Opens the account that a link leads to. Browsers that do so by themselves need none of it.
(function () {
  'use strict';
  function reveal() {
    var name = location.hash.slice(1);
    var target = null;
    try { target = name && document.getElementById(decodeURIComponent(name)); } catch (error) { return; }
    if (!target) return;
    var account = target.closest('details.account');
    for (var element = target; element; element = element.parentElement) if (element.tagName === 'DETAILS') element.open = true;
    (target.tagName === 'TR' ? target : account || target).scrollIntoView();
  }
  window.addEventListener('hashchange', reveal);
  reveal();
})();
