import type { TextRule } from './text-rule.js'

/** What is seen by a model and not by a person once it is rendered, and what leads elsewhere. */
export const markupRules: readonly TextRule[] = [
  {
    kind: 'hidden-text',
    description: 'has a comment that is not shown',
    pattern: /<!--|\[(?:\/\/|comment)\]: ?[#<(]/gi,
  },
  {
    kind: 'hidden-text',
    description: 'has a style that hides text',
    pattern:
      /\bstyle ?= ?["'][^"'<>]{0,200}?(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?:["';]|\.0)|color ?: ?(?:white|transparent|#fff))|<[a-z]{1,10} hidden\b|\\(?:text)?color\{white\}/gi,
  },
  {
    kind: 'links',
    description: 'has an image that is fetched when it is shown',
    pattern: /!\[[^\]]{0,200}\] ?\( ?<?(?:https?:)?\/\/|<img [^<>]{0,200}?\bsrc ?= ?["']?(?:https?:)?\/\//gi,
  },
  {
    kind: 'links',
    description: 'has an address to put something into',
    pattern:
      /\bhttps?:\/\/[^\s?#]{1,200}[?#][^\s{<$[%]{0,200}(?:\$?\{[^{}\s]{0,60}\}|<[\w -]{1,40}>|\[[\w -]{1,40}\]|%s)/gi,
  },
  {
    kind: 'links',
    description: 'has an address that keeps what it is sent',
    pattern:
      /\b(?:webhook\.site|requestbin\.[a-z]{2,4}|pipedream\.net|burpcollaborator\.net|oast\.[a-z]{2,4}|interact\.sh|beeceptor\.com|requestcatcher\.com|hookbin\.com)\b/gi,
  },
  {
    kind: 'links',
    description: 'has an address that is a program',
    pattern: /\b(?:javascript|vbscript):(?=\S)|\bdata:(?:text\/html|application\/(?:javascript|xhtml)|image\/svg)/gi,
  },
]
