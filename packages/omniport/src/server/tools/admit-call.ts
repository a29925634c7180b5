import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { CheckResult } from '../../schema/engine.js'
import { formatIssues } from '../../schema/format-issues.js'
import type { Context } from '../requests/context.js'
import { textResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'

/** The arguments as the tool's own schema made them, or the result of a call that may not go on. */
export type Admission =
  | { readonly args: unknown; readonly refusal?: undefined }
  | { readonly args?: undefined; readonly refusal: CallToolResult }

/** Validates the arguments of a call and asks the tool whether it may run with them. spec: server/tools#error-handling */
export function admitCall(tool: ToolEntry, given: unknown, ctx: Context): MaybePromise<Admission> {
  const { input } = tool
  return input === undefined
    ? authorizeCall({ value: given }, { tool, ctx })
    : andThen(input.check(given), authorizeCall, { tool, ctx })
}

function authorizeCall(
  checked: CheckResult,
  { tool, ctx }: { readonly tool: ToolEntry; readonly ctx: Context },
): MaybePromise<Admission> {
  if (checked.issues !== undefined) {
    return { refusal: textResult(`Invalid arguments for ${tool.name}: ${formatIssues(checked.issues)}`, true) }
  }
  const args = checked.value
  const { authorize } = tool.definition as Authorized
  if (authorize === undefined) return { args }
  return andThen(authorize(args, ctx), toAdmission, { tool, args })
}

function toAdmission(
  isAllowed: boolean,
  { tool, args }: { readonly tool: ToolEntry; readonly args: unknown },
): Admission {
  if (isAllowed) return { args }
  return { refusal: textResult(`Not allowed to call ${tool.name} with these arguments`, true) }
}

/** The arguments are what the tool's own schema made of them. */
interface Authorized {
  readonly authorize?: ((args: unknown, ctx: Context) => boolean | Promise<boolean>) | undefined
}
