/* Translates the page in the ways in which browsers do. Each text ends with an invisible mark
   then, which Playwright's locators leave out.
   fonts: two nested <font> elements in place of each text node (Chrome, Edge); shownBySwap: in one step.
   sharedFonts: one <font> around all nodes of an element that has texts, with what else is in it.
   inPlace: the text nodes get other texts.
   rearranged: all nodes of an element that has texts are taken out and appended again, with the texts that stand side by
   side in one text node; the others are left out (Firefox).
   newTexts: other text nodes in place of each (Safari). */
(style) => {
  const SKIPPED = 'script, style, noscript, textarea, title, option, font, [translate=no], [data-untranslated]';
  const MARK = '\u200b';
  const translated = (text) => text + MARK;
  const isDone = (text) => text.endsWith(MARK);
  const replacements = new Map();

  function textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts.filter(
      (text) => text.data.trim() && !isDone(text.data) && text.parentElement && !text.parentElement.closest(SKIPPED),
    );
  }

  function fontWith(text) {
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstChild.textContent = translated(text);
    return outer;
  }

  const byText = {
    fonts(text) {
      const font = fontWith(text.data);
      text.before(font);
      text.remove();
      replacements.set(font, text);
    },
    swappedFonts(text) {
      const font = fontWith(text.data);
      text.replaceWith(font);
      replacements.set(font, text);
    },
    inPlace(text) {
      text.data = translated(text.data);
    },
    newTexts(text) {
      const { parentNode, nextSibling } = text;
      text.remove();
      parentNode.insertBefore(document.createTextNode(translated(text.data)), nextSibling);
    },
  };
  const byElement = {
    sharedFonts(element) {
      const font = document.createElement('font');
      const nodes = [...element.childNodes];
      element.prepend(font);
      for (const node of nodes) {
        if (node.nodeType !== Node.TEXT_NODE) font.append(node);
        else {
          if (node.data) font.append(translated(node.data));
          node.remove();
        }
      }
    },
    rearranged(element) {
      const nodes = [...element.childNodes];
      const texts = nodes.filter((node) => node.nodeType === Node.TEXT_NODE);
      for (const node of nodes) node.remove();
      // Texts side by side are one text in the translated markup; each is written into the next text node.
      let joined = '';
      const append = () => {
        if (joined.trim()) {
          const text = texts.shift();
          text.data = translated(joined);
          element.append(text);
        }
        joined = '';
      };
      for (const node of nodes) {
        if (node.nodeType === Node.TEXT_NODE) joined += node.data;
        else {
          append();
          element.append(node);
        }
      }
      append();
    },
  };

  function translate(root) {
    const texts = textsIn(root);
    if (byText[style]) texts.forEach(byText[style]);
    else new Set(texts.map((text) => text.parentElement)).forEach(byElement[style]);
  }

  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type === 'characterData') translate(target);
      for (const node of addedNodes) if (node.isConnected) translate(node);
    }
  });

  window.translator = {
    translate: () => translate(document.body),
    /** Translates from now on what is added or changed, too. */
    follow: () => observer.observe(document.body, { childList: true, characterData: true, subtree: true }),
    /** Shows the original; of texts that have been translated by <font> elements. */
    revert() {
      observer.disconnect();
      for (const [font, text] of replacements) if (font.isConnected) font.replaceWith(text);
    },
    /** As `revert`, with new text nodes. */
    revertWith(texts) {
      observer.disconnect();
      for (const [font] of replacements) if (font.isConnected) font.replaceWith(texts(font));
    },
  };
}
