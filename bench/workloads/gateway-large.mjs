import { toolCall } from '../drivers/messages.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openGateway } from './open-gateway.mjs'

const legacy = '2025-11-25'
const modern = '2026-07-28'
const others = ['mcp-proxy', 'supergateway']

/** Results that are long, through a gateway with the `raw` server behind it. A line and a row have about a hundred bytes. */
export const gatewayLarge = [
  calls('gateway-text-stdio', { what: 'a text of 1 MB', call: ['lines', { count: 10_000 }], upstream: 'stdio' }),
  calls('gateway-text-http', { what: 'a text of 1 MB', call: ['lines', { count: 10_000 }], upstream: 'http' }),
  calls('gateway-rows-stdio', {
    what: 'structured content of 100 KB',
    call: ['rows', { count: 1_000 }],
    upstream: 'stdio',
  }),
  calls('gateway-rows-http', {
    what: 'structured content of 100 KB',
    call: ['rows', { count: 1_000 }],
    upstream: 'http',
  }),
]

function calls(name, { what, call, upstream }) {
  const revision = upstream === 'http' ? modern : legacy
  const contenders = upstream === 'http' ? ['haproxy', 'raw', 'omniport'] : ['raw', 'omniport', ...others]
  return {
    name,
    title: `${what} through a gateway, HTTP to ${upstream}, ${revision}, one at a time`,
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 1 },
    samples: 4,
    open: async (contender) => {
      const { program, driver, close } = await openGateway(contender, {
        revision,
        connections: 1,
        settings: { upstream },
      })
      const bytes = driver.toBytes(toolCall(revision, 1, call))
      const { answer } = await driver.converse(toolCall(revision, 1, call))
      const length = JSON.stringify(answer?.result ?? null).length
      if (length < 90_000) throw new Error(`The result has ${length} characters`)
      const work = () => driver.send(Array.from({ length: 20 }, () => bytes))
      return timedSubject(program, { count: 20, work }, close)
    },
  }
}
