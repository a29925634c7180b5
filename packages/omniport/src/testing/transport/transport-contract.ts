import type { ContractCheck } from '../../store/contracts/bind-checks.js'
import { assertKnown } from '../../values/options/check-options.js'
import { ChannelEnd } from './channel-end.js'
import { messageChecks } from './message-checks.js'
import { protocolChecks } from './protocol-checks.js'
import type { TransportContractOptions } from './transport-channel.js'
import type { TransportCheck } from './transport-check.js'

/**
 * The checks that every transport of your own passes, for any test runner: `for (const { name, run } of transportContract({ open }))
 * test(name, run)`. A transport is a pair of streams of messages for each side. The checks send messages in both directions and look
 * at framing, order, backpressure, close and loss; then a client and a server of this library talk over it in every revision.
 *
 * Each check opens a channel of its own and closes both ends. Time-outs are inside (`stepMs`). Runs in Node, browsers and workers.
 *
 * @throws TypeError for wrong options.
 */
export function transportContract(options: TransportContractOptions): readonly ContractCheck[] {
  const { open, maxBufferedBytes = 64 * 1024 * 1024, stepMs = 10_000 } = options ?? {}
  assertKnown('transportContract', Object.keys(options ?? {}), ['open', 'maxBufferedBytes', 'stepMs'])
  if (typeof open !== 'function') throw new TypeError('transportContract: open must be a function that opens a channel')
  const bind = ([name, check]: TransportCheck): ContractCheck => ({
    name,
    async run() {
      const channel = await open()
      if (typeof channel?.cut !== 'function') {
        throw new TypeError('transportContract: open must return { client, server, cut }')
      }
      await check({ streams: channel, cut: async () => channel.cut(), maxBufferedBytes, stepMs })
    },
  })
  const ofMessages: readonly TransportCheck[] = messageChecks.map(([name, check]) => [
    name,
    async ({ streams, ...setup }) => {
      const ends = [
        new ChannelEnd('client', streams.client, setup),
        new ChannelEnd('server', streams.server, setup),
      ] as const
      try {
        await check({ client: ends[0], server: ends[1], ...setup })
      } finally {
        await Promise.all(ends.map((end) => end.leave()))
      }
    },
  ])
  return [...ofMessages, ...protocolChecks].map(bind)
}
