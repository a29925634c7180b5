import type { ChannelEnd } from './channel-end.js'
import type { MessageStreams } from './transport-channel.js'

/** What every check gets. */
export interface CheckSetup {
  readonly maxBufferedBytes: number
  readonly stepMs: number
  cut(): Promise<void>
}

/** A check of the streams as they are. */
export type TransportCheck = readonly [
  name: string,
  check: (
    setup: CheckSetup & { readonly streams: Readonly<Record<'client' | 'server', MessageStreams>> },
  ) => Promise<void>,
]

/** A check that reads and writes messages. */
export type MessageCheck = readonly [
  name: string,
  check: (setup: CheckSetup & { readonly client: ChannelEnd; readonly server: ChannelEnd }) => Promise<void>,
]
