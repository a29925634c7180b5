import type { Decision } from '../../../entries/host.js'
import type { Choice } from '../screen/prompts.js'
import { attempt } from '../session/attempt.js'
import { menu } from '../session/menu.js'
import type { SessionContext } from '../session/session-context.js'

/** Lists the remembered decisions, and forgets chosen ones. */
export async function decisionsMenu({ host, screen }: SessionContext): Promise<void> {
  const list = async () => (await attempt(screen, 'Looking', () => host.decisions())) ?? []
  let decisions = await list()
  if (decisions.length === 0) return screen.print('plain', 'No decisions are remembered.')
  await menu(screen, {
    message: 'Remembered decisions; Enter forgets one',
    choices: () => decisions.map(toChoice),
    act: async (decision) => {
      const message = `Forget this? The next time you are asked again: ${sentence(decision)}`
      if ((await screen.confirm({ message })) !== true) return
      await attempt(screen, 'Forgetting', () => host.forget(decision.id))
      decisions = await list()
    },
  })
}

function toChoice(decision: Decision): Choice<Decision> {
  return { value: decision, label: sentence(decision), hint: `since ${new Date(decision.at).toISOString()}` }
}

function sentence({ type, server, subject, answer, scope, until }: Decision): string {
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
  return `${answer} ${scope === 'always' ? 'always' : 'in this session'}${end}: ${type} ${subject} (${server})`
}
