import type { Tool } from '../../protocol/model/tool.js'
import { hasCode } from '../../values/errors/has-code.js'

/** The name, at its upstream, of the tool that stands for all while a person has not signed in. */
export const signInName = 'sign_in'

/** The only tool of an upstream that a person has not signed in to. */
export function signInTool(upstream: string): Tool {
  return {
    name: signInName,
    title: `Sign in to ${upstream}`,
    description: `Signs in to ${upstream}: the user opens a page for it. Its tools are listed after that.`,
    inputSchema: { type: 'object' },
    annotations: { title: `Sign in to ${upstream}`, readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  }
}

/** True if an upstream could not be reached because nobody has signed in, or with refused credentials. */
export function isUnauthorized(reason: unknown): boolean {
  return reason instanceof Error && (hasCode(reason, 'unauthorized') || hasCode(reason.cause, 'unauthorized'))
}
