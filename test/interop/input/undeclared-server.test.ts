import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../drivers/driver.js'
import { Respondent } from '../drivers/respondent.js'
import { officialClients } from '../http/official-clients.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid } from '../wire.js'
import { undeclaredScenarios } from './scenarios/declared.js'

let served: ServedProgram

beforeAll(async () => {
  served = await serveProgram(program('our-asking-server', 'http'))
})

afterAll(() => served.stop())

describe.each(officialClients)('our server and a client of SDK $name that answers nothing', (peer) => {
  let wire: HttpWire
  let driver: Driver

  beforeAll(async () => {
    wire = await tapHttp(served.url)
    driver = await peer.open(wire.url)
  })

  afterAll(async () => {
    await driver.close()
    await wire.close()
  })

  test.each(undeclaredScenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_name, { play, expected }) => {
      expect(await play({ driver, respondent: new Respondent(), peer })).toEqual(expected(peer))
    },
  )

  test('nothing on the wire was wrong', async () => {
    await driver.close()
    expect(driver.errors).toEqual([])
    assertValid(wire.messages, peer.revision)
  })
})
