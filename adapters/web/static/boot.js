// Says early that scripts run, so that style sheets need not wait for the rest.
document.documentElement.classList.add("js");
