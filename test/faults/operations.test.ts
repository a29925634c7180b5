import { type Client, textOf } from 'omniport/client'
import { expect, test } from 'vitest'
import { assertHistory } from '../history/check-history.js'
import { History } from '../history/history.js'
import { createTag } from '../history/tag.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'
import { routes, travel } from './routes.js'

expectNoChildren()

const rounds = 12
/** In the round after which the server is killed. */
const killedAt = 4

test.each(routes)(
  'over $name every call of three clients ends once, with its own, though the server is killed',
  async (route) => {
    const history = new History(() => performance.now())
    const { client, another, kill, revive } = await travel(route)
    const clients: readonly Client[] = [client, await another(), await another()]
    for (const [index] of clients.entries()) {
      history.record({ kind: 'opened', connection: `c${index}`, party: `p${index}`, route: route.name })
    }
    const call = async (from: Client, party: string, operation: string) => {
      history.record({ kind: 'operation-started', party, operation, what: 'echo' })
      const outcome = await outcomeOf(from.callTool('echo', { text: createTag({ party, operation }) }))
      const [how, value] =
        'value' in outcome ? (['result', textOf(outcome.value as never)] as const) : (['error', outcome] as const)
      history.record({ kind: 'operation-ended', party, operation, outcome: how, value })
      return how
    }
    const outcomes: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const calls = clients.flatMap((from, index) =>
        ['a', 'b', 'c'].map((name) => call(from, `p${index}`, `call-${round}-${name}`)),
      )
      if (round === killedAt) await kill()
      outcomes.push(...(await Promise.all(calls)))
      if (round === killedAt) await revive()
    }
    for (const [index, one] of clients.entries()) {
      await one.close()
      history.record({ kind: 'closed', connection: `c${index}`, how: 'ended' })
    }
    history.record({ kind: 'finished' })
    assertHistory(history)
    expect(outcomes.length).toBe(rounds * 9)
    expect(outcomes.slice(0, killedAt * 9)).toEqual(Array(killedAt * 9).fill('result'))
    expect(outcomes.slice(-9)).toEqual(Array(9).fill('result'))
  },
)
