import { formatIssues } from '../../schema/format-issues.js'
import type { Validator } from '../../schema/standard/validator.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { ToolResult } from './tool-result.js'

/** Adds empty content to a result that has none. */
export function withContent(result: unknown): unknown {
  return isObject(result) && result['content'] === undefined ? { ...result, content: [] } : result
}

/**
 * Checks the structured value of a decoded result. `replace`: the result gets the value of the validator, with defaults and
 * transforms. A failure of the tool has no structured value.
 *
 * spec: server/tools#output-schema
 *
 * Rejects with OmniportError `invalid_result` naming the tool and the path.
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
