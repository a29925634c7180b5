import { setTimeout as wait } from 'node:timers/promises'
import { type ShellRequest, sendOverSocket } from '../../support/http-shells.js'
import { type OpenedFixture, secondsOf } from '../../transcripts/http/open-fixture.js'
import type { HttpTranscript } from '../../transcripts/http/parse-http-transcript.js'
import type { Turn } from '../../transcripts/settle.js'
import type { NodeActivity } from './node-messages.js'
import type { Nodes } from './start-nodes.js'

let cases = 0

/** Opens the server of a transcript on every node, behind the balancer: each request goes to the next node. */
export async function openNodes(nodes: Nodes, { server, options }: HttpTranscript): Promise<OpenedFixture> {
  cases += 1
  await nodes.ask({ type: 'open', prefix: `case${cases}`, server, options })
  const activity = new ActivityWatch(nodes, await nodes.activity())
  return {
    shell: {
      host: `127.0.0.1:${nodes.port}`,
      send: (request: ShellRequest) => activity.until(sendOverSocket(nodes.port, request)),
      closeHandler: async () => void (await nodes.ask({ type: 'close-handler' })),
      close: async () => void (await nodes.ask({ type: 'close' })),
    },
    turn: { quiet: 4, run: () => activity.changed() },
    async happen(sentence) {
      const seconds = secondsOf(sentence)
      if (seconds !== undefined) await nodes.ask({ type: 'advance', ms: seconds * 1_000 })
      else if (sentence === 'the handler closes') await nodes.ask({ type: 'close-handler' })
      else if (isAnnounced(sentence)) await nodes.all[cases % nodes.all.length]?.ask({ type: 'event', sentence })
      else await nodes.ask({ type: 'event', sentence })
    },
    close: async () => void (await nodes.ask({ type: 'close' })),
  }
}

/** What one node announces to all; tools, prompts and resources change on each. */
function isAnnounced(sentence: string): boolean {
  return sentence.startsWith('notes://')
}

/** Sees from what the nodes do if more may come: requests that are on their way, commands, messages. */
class ActivityWatch {
  readonly #nodes: Nodes
  readonly #start: NodeActivity
  #last: NodeActivity
  #sent = 0
  #refused = 0

  constructor(nodes: Nodes, start: NodeActivity) {
    this.#nodes = nodes
    this.#start = start
    this.#last = start
  }

  /** Counts a request. One that gets no response need not have reached a node. */
  async until(response: Promise<Response>): Promise<Response> {
    this.#sent += 1
    return response.catch((error: unknown) => {
      this.#refused += 1
      throw error
    })
  }

  readonly changed: Turn['run'] = async () => {
    await wait(2)
    const now = await this.#nodes.activity()
    const isSame = now.exchanged === this.#last.exchanged && now.requests === this.#last.requests
    const isOnItsWay = now.requests - this.#start.requests < this.#sent - this.#refused
    this.#last = now
    return !isSame || isOnItsWay || now.inFlight > 0
  }
}
