import type { CallToolResult } from '../protocol/model/results.js'
import { formatIssues } from '../schema/format-issues.js'
import type { Context } from './definitions/context.js'
import { textResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'

/** A call that may go on, with the arguments as the tool's own schema made them, or what it is answered instead. */
export type Admission =
  | { readonly args: unknown; readonly refusal?: undefined }
  | { readonly args?: undefined; readonly refusal: CallToolResult }

/** Validates the arguments of a call and asks the tool whether it may run with them. spec: server/tools#error-handling */
export async function admitCall(tool: ToolEntry, given: unknown, ctx: Context): Promise<Admission> {
  const checked = tool.input === undefined ? { value: given } : await tool.input.check(given)
  if (checked.issues !== undefined) {
    return { refusal: textResult(`Invalid arguments for ${tool.name}: ${formatIssues(checked.issues)}`, true) }
  }
  const { authorize } = tool.definition as Authorized
  if (authorize !== undefined && !(await authorize(checked.value, ctx))) {
    return { refusal: textResult(`Not allowed to call ${tool.name} with these arguments`, true) }
  }
  return { args: checked.value }
}

/** The arguments are what the tool's own schema made of them. */
interface Authorized {
  readonly authorize?: ((args: unknown, ctx: Context) => boolean | Promise<boolean>) | undefined
}
