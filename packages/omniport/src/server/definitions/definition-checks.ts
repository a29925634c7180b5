import { isMetaKey, isReservedMetaKey } from '../../protocol/meta/is-meta-key.js'
import { functionValue, icons, objectValue, stringList, stringValue } from '../../protocol/options/option-checks.js'
import { type Check, mustBe } from '../../values/options/check-options.js'

/**
 * The `_meta` of a definition. Keys that the protocol keeps for itself are for its extensions, which all have one prefix.
 *
 * spec: basic/index#meta
 */
const metaObject: Check = (path, value) => {
  objectValue(path, value)
  for (const key of Object.keys(value as object)) {
    if (!isMetaKey(key))
      throw mustBe(`${path}: a key`, 'a name, or a prefix and a name such as "com.example/depth"', key)
    if (isReservedMetaKey(key) && !key.startsWith('io.modelcontextprotocol/')) {
      throw mustBe(`${path}: a key`, 'outside the prefixes that the protocol reserves', key)
    }
  }
}

/** The checks of what every tool, resource and prompt may say about itself. */
export const definitionChecks = {
  title: stringValue,
  description: stringValue,
  icons,
  _meta: metaObject,
  scopes: stringList,
  visible: functionValue,
}
