import { formatIssues } from '../../schema/format-issues.js'
import type { Validator } from '../../schema/standard/validator.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { ToolResult } from './tool-result.js'

/** A result with the content that every result has, empty where a server leaves it out. */
export function withContent(result: unknown): unknown {
  return isObject(result) && result['content'] === undefined ? { ...result, content: [] } : result
}

/**
 * Checks the structured value of a result that its codec let pass. With `replace` it becomes what the validator gives:
 * defaults and transforms applied. A failure of the tool has none to check.
 *
 * spec: server/tools#output-schema
 *
 * @throws OmniportError `invalid_result` naming the tool and the place.
 */
export async function checkStructured(
  result: ToolResult<unknown>,
  validator: Validator,
  { name, replace }: { readonly name: string; readonly replace: boolean },
): Promise<ToolResult<unknown>> {
  if (result.isError === true) return result
  const value = result.structuredContent
  if (value === undefined) throw invalid(name, 'structuredContent is missing')
  const checked = await validator.check(value)
  if (checked.issues === undefined) return replace ? { ...result, structuredContent: checked.value } : result
  const issues = checked.issues.map(({ path, message }) => ({ path: ['structuredContent', ...path], message }))
  throw invalid(name, formatIssues(issues))
}

function invalid(name: string, problem: string): OmniportError {
  return new OmniportError('invalid_result', `The tool "${name.slice(0, 64)}" gave what it should not: ${problem}`)
}
