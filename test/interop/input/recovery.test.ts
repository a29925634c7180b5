import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { Driver } from '../drivers/driver.js'
import { openOmniport } from '../drivers/omniport-driver.js'
import { Respondent } from '../drivers/respondent.js'
import { openSdk1 } from '../drivers/sdk-1-driver.js'
import { sdk1Releases } from '../drivers/sdk-1-releases.js'
import { openSdk2 } from '../drivers/sdk-2-driver.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid, revisionOf } from '../wire.js'
import { asText, wordsOf } from './scenarios/as-text.js'
import { notify } from './scenarios/tell.js'

/** Without waiting in between. */
const reconnectionOptions = {
  initialReconnectionDelay: 10,
  maxReconnectionDelay: 10,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 50,
}

type Open = (url: string, respondent: Respondent) => Promise<Driver>

/** One release asks for nothing again, and the oldest has other streams. */
const resuming = sdk1Releases.filter(({ name }) => name === '1.12.3' || name === '1.32.2')

const ofSdk1 = resuming.map(({ name, load }): [string, Open] => [
  name,
  async (url, respondent) => {
    const sdk = await load()
    return openSdk1(sdk, sdk.openTransport(new URL(url), { reconnectionOptions }), respondent)
  },
])

const ofSdk2: [string, Open] = [
  '2.4.0 as before',
  (url, respondent) => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { reconnectionOptions })
    return openSdk2(transport, 'legacy', respondent)
  },
]

describe('connections that are cut while somebody thinks', () => {
  const respondent = new Respondent()
  let served: ServedProgram
  let wire: HttpWire
  let driver: Driver

  afterEach(async () => {
    await driver.close()
    await wire.close()
    await served.stop()
    assertValid(wire.messages, revisionOf(wire))
  })

  test.each([...ofSdk1, ofSdk2])('the client of SDK %s answers our server', async (_name, open) => {
    await start(open, 'our-asking-server', 'http')
    expect(await guessWithCuts()).toEqual([3, ['Which number?', 'Which number?', 'Which number?']])
  })

  test.each([
    ['1.12.3', 'mcp-sdk-2025-03'],
    ['1.22.0', 'mcp-sdk-2025-06'],
    ['1.32.2', 'mcp-sdk-current'],
  ])('our client answers the server of SDK %s', async (_name, sdk) => {
    await start(openOmniport, 'sdk-1-asking-server', sdk, 'resumable')
    expect(await guessWithCuts()).toEqual([3, ['Which number?', 'Which number?', 'Which number?']])
  })

  test('an answer of our client whose connection breaks is sent again', async () => {
    await start(openOmniport, 'sdk-1-asking-server', 'mcp-sdk-current', 'http')
    respondent.begin(
      asText(() => {
        wire.loseAnswer()
        return '7'
      }),
    )
    const failed = expect.poll(() => driver.errors).toHaveLength(1)
    expect(await Promise.race([notify(driver, 'guess'), failed])).toBe(1)
  })

  async function start(open: Open, name: string, ...args: readonly string[]): Promise<void> {
    served = await serveProgram(program(name, ...args))
    wire = await tapHttp(served.url)
    driver = await open(wire.url, respondent)
  }

  /** Cuts before each answer. What is sent over a connection that was just cut is lost, so it waits for one that is open. */
  async function guessWithCuts(): Promise<unknown> {
    const answers = ['3', '5', '7']
    respondent.begin(
      asText(async () => {
        wire.cut()
        while ((await driver.ping().catch(() => 'failed')) === 'failed');
        return answers.shift() ?? ''
      }),
    )
    return [await notify(driver, 'guess'), respondent.asked.map(wordsOf)]
  }
})
