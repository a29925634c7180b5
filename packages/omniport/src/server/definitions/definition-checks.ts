import { metaObject } from './meta-check.js'
import { functionValue, icons, text, texts } from './option-checks.js'

/** The checks of what every tool, resource and prompt may say about itself. */
export const definitionChecks = {
  title: text,
  description: text,
  icons,
  _meta: metaObject,
  scopes: texts,
  visible: functionValue,
}
