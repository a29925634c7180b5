import { functionValue, icons, objectValue, text, texts } from './option-checks.js'

/** The checks of what every tool, resource and prompt may say about itself. */
export const definitionChecks = {
  title: text,
  description: text,
  icons,
  _meta: objectValue,
  scopes: texts,
  visible: functionValue,
}
