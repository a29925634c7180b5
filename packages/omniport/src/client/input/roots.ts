import { isFileUri } from '../../protocol/input/is-file-uri.js'
import { listOf, objectValue, stringValue } from '../../protocol/options/option-checks.js'
import { type Check, mustBe } from '../../values/options/check-options.js'

/** A root: a `file:` URI without path traversal. spec: client/roots#root, client/roots#security-considerations */
const rootValue: Check = (path, value) => {
  objectValue(path, value)
  const { uri, name, _meta } = value as { readonly uri?: unknown; readonly name?: unknown; readonly _meta?: unknown }
  if (!isFileUri(uri) || isTraversal(uri)) throw mustBe(`${path}.uri`, 'a file:// URI without . and .. segments', uri)
  if (name !== undefined) stringValue(`${path}.name`, name)
  if (_meta !== undefined) objectValue(`${path}._meta`, _meta)
}

export const rootList = listOf('an array of roots', rootValue)

/** A list of roots, or a function that returns one. */
export const rootsValue: Check = (path, value) => {
  if (typeof value === 'function') return
  if (!Array.isArray(value)) throw mustBe(path, 'an array of roots, or a function', value)
  rootList(path, value)
}

/** Returns true for a URI that readers may resolve to different paths. */
function isTraversal(uri: string): boolean {
  return /%(?:2f|5c|00)/i.test(uri) || uri.split(/[/\\?#]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
}
