import { isMetaKey, isReservedMetaKey } from '../../protocol/meta/is-meta-key.js'
import { functionValue, icons, objectValue, stringList, stringValue } from '../../protocol/options/option-checks.js'
import { type Check, mustBe } from '../../values/options/check-options.js'

/**
 * Checks the `_meta` of a definition. The extensions of the protocol own the keys that it reserves; they all have one
 * prefix. spec: basic/index#meta
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

/** The checks of the options that tools, resources and prompts share. */
export const definitionChecks = {
  title: stringValue,
  description: stringValue,
  icons,
  _meta: metaObject,
  scopes: stringList,
  visible: functionValue,
}
