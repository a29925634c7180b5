import { metaObject } from './meta-check.js'
import { functionValue, icons, stringList, stringValue } from './option-checks.js'

/** The checks of what every tool, resource and prompt may say about itself. */
export const definitionChecks = {
  title: stringValue,
  description: stringValue,
  icons,
  _meta: metaObject,
  scopes: stringList,
  visible: functionValue,
}
