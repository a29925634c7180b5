import { revisions } from 'omniport'
import type { Command } from 'omniport/client'
import { checkConversation } from 'omniport/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import type { Driver } from '../interop/drivers/driver.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { type ClientPeer, clientPeers } from '../interop/peers.js'
import { program } from '../interop/processes.js'
import { scenariosFor } from '../interop/scenarios.js'
import { node, TapFolder } from './tapped.js'

const ourClients: readonly ClientPeer[] = revisions.map((revision) => ({
  name: `ours in ${revision}`,
  revision,
  isOurServer: true,
  isBothOurs: true,
  open: (server: Command) => openOmniport(server, undefined, { revision }),
}))

describe.each([...clientPeers, ...ourClients])('through tap our server and the client of $name', (peer) => {
  let tap: TapFolder
  let driver: Driver

  beforeAll(async () => {
    tap = await TapFolder.create()
    const { command, args = [] } = program('our-server')
    const through = tap.through([command, ...args], '--quiet').slice(2)
    driver = await peer.open({ command: node, args: [cli, ...through] })
  })

  afterAll(async () => {
    await driver.close()
    await tap.remove()
  })

  for (const [name, { play, expected }] of scenariosFor(peer)) {
    test(`as without it: ${name}`, async () => {
      expect(await play(driver, peer.name)).toEqual(expected(peer))
    })
  }

  test('the recording is the conversation, and nothing in it was wrong', async () => {
    await driver.close()
    expect(driver.errors).toEqual([])
    const recordings = await tap.recordings()
    expect(recordings.flatMap(({ problems }) => problems)).toEqual([])
    const conversations = recordings.flatMap((recording) => recording.conversations.map(({ messages }) => messages))
    expect(conversations.flat().length).toBeGreaterThan(10)
    expect((await Promise.all(conversations.map(checkConversation))).flat()).toEqual([])
  })
})
