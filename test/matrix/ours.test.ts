import type { Server } from 'omniport'
import { describe, expect, test } from 'vitest'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { Respondent } from '../interop/drivers/respondent.js'
import type { Peer } from '../interop/peers.js'
import { createOurAskingServer } from '../interop/programs/create-our-asking-server.mjs'
import { createOurServer } from '../interop/programs/create-our-server.mjs'
import { assertValid } from '../interop/wire.js'
import type { Revision } from '../wire/revisions.js'
import { idOf, inCell } from './cell.js'
import { type OurCell, ourCells } from './our-cells.js'
import type { Route } from './route.js'

describe('our client and our server', () => {
  for (const cell of ourCells) {
    const { peer } = cell
    test(idOf(cell), inCell(cell, cell.scenarios), () => (peer === undefined ? refuse(cell) : play(cell, peer)))
  }
})

async function play(cell: OurCell, peer: Peer): Promise<void> {
  const { revision } = peer
  const asked = await meet(cell, createOurAskingServer(restricted(cell)), async (route) => {
    const respondent = new Respondent()
    const driver = await openOmniport(route.target, respondent, { revision: cell.client })
    const results: unknown[] = []
    for (const [name, scenario] of cell.asked) results.push([name, await scenario.play({ driver, respondent, peer })])
    await driver.close()
    return [driver.revision, ...results, driver.errors.map(({ message }) => message)]
  })
  const expectedAsked = cell.asked.map(([name, { expected }]) => [name, expected(peer)])
  expect(asked).toEqual([revision, ...expectedAsked, revision === '2026-07-28' ? [] : ['No model today']])

  const played = await meet(cell, createOurServer({ ...restricted(cell), pageSize: 4 }), async (route) => {
    const driver = await openOmniport(route.target, undefined, { revision: cell.client })
    const results: unknown[] = []
    for (const [name, scenario] of cell.played) results.push([name, await scenario.play(driver, 'ours')])
    await driver.close()
    return [driver.revision, ...results, driver.errors, hasPages(route)]
  })
  const expected = cell.played.map(([name, { expected }]) => [name, expected(peer)])
  expect(played).toEqual([revision, ...expected, [], true])
}

async function refuse(cell: OurCell): Promise<void> {
  const { client = '', server = '' } = cell
  const refused = await meet(cell, createOurServer(restricted(cell)), async (route) =>
    openOmniport(route.target, undefined, { revision: cell.client }).catch(({ code, message }) => ({ code, message })),
  )
  const message = isCounterOffer(cell)
    ? `The server answered initialize with the revision "${server}", which is not ${client}`
    : `No revision in common: this client speaks ${client}, the server ${server}`
  expect(refused).toEqual({ code: cell.outcome, message })
}

/** Older revisions have no way to refuse another but to offer one. */
function isCounterOffer({ client, server }: OurCell): boolean {
  return ![client, server].includes('2026-07-28')
}

/** Whatever comes of it: afterwards nothing is open, and nothing on the wire was wrong. */
async function meet<T>(cell: OurCell, server: Server, run: (route: Route) => Promise<T>): Promise<T> {
  const route = await cell.lay(server, cell.peer?.revision === '2024-11-05')
  try {
    const result = await run(route)
    await expect.poll(route.open, { interval: 1 }).toBe(0)
    const spoken = cell.peer?.revision ?? (isCounterOffer(cell) ? cell.server : cell.client)
    assertValid(route.messages, spoken ?? '2026-07-28')
    return result
  } finally {
    await route.close()
  }
}

function restricted({ server }: OurCell): { readonly revisions?: readonly Revision[] } {
  return server === undefined ? {} : { revisions: [server] }
}

function hasPages({ messages }: Route): boolean {
  return messages.some(({ message: { result } }) => Object.hasOwn(Object(result), 'nextCursor'))
}
