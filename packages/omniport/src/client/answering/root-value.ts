import { isFileUri } from '../../protocol/questions/is-file-uri.js'
import { type Check, mustBe } from '../../server/definitions/check-options.js'
import { objectValue, text } from '../../server/definitions/option-checks.js'

/**
 * A root: a `file:` URI that leads nowhere but where it says, and perhaps a name.
 *
 * spec: client/roots#root, client/roots#security-considerations
 */
export const rootValue: Check = (path, value) => {
  objectValue(path, value)
  const { uri, name, _meta } = value as { readonly uri?: unknown; readonly name?: unknown; readonly _meta?: unknown }
  if (!isFileUri(uri) || isTraversal(uri)) throw mustBe(`${path}.uri`, 'a file:// URI without . and .. segments', uri)
  if (name !== undefined) text(`${path}.name`, name)
  if (_meta !== undefined) objectValue(`${path}._meta`, _meta)
}

/** What it names depends on who reads it. */
function isTraversal(uri: string): boolean {
  return /%(?:2f|5c|00)/i.test(uri) || uri.split(/[/\\?#]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
}
