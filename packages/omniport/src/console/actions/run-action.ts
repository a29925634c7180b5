import type { ConsoleParts } from '../console-parts.js'
import type { ActionName, ActionReply, Actions } from '../contract.js'
import { toFailure } from '../operations/to-failure.js'
import { checkInput } from './check-input.js'
import { inputChecks } from './input-checks.js'
import { operationActions } from './operation-actions.js'
import { serverActions } from './server-actions.js'
import { workspaceActions } from './workspace-actions.js'

/** The functions of actions. Inputs were checked. */
export type ActionTable<N extends ActionName> = {
  readonly [K in N]: (input: Actions[K]['input'], parts: ConsoleParts) => Promise<Actions[K]['output']>
}

const table: ActionTable<ActionName> = { ...serverActions, ...operationActions, ...workspaceActions }

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(table, name)
}

/** Checks the input and runs an action. Never rejects. */
export async function runAction(
  name: ActionName,
  input: unknown,
  parts: ConsoleParts,
): Promise<ActionReply<ActionName>> {
  try {
    checkInput(name, input, inputChecks[name])
    const run = table[name] as (input: unknown, parts: ConsoleParts) => Promise<Actions[ActionName]['output']>
    return { ok: true, value: await run(input, parts) }
  } catch (reason) {
    return { ok: false, error: toFailure(reason) }
  }
}
