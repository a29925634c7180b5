import type { OpenHttp, OpenShell } from '../../support/http-shells.js'
import { createHttpRuntime } from '../../support/virtual-runtime.js'
import { createFixture } from '../server.js'
import type { Turn } from '../settle.js'
import type { HttpTranscript } from './parse-http-transcript.js'

/** The server of one case, reachable over HTTP. Its time stands still. */
export interface OpenedFixture {
  readonly shell: OpenShell
  /** What is done while nothing comes. Default: turns of the event loop. */
  readonly turn?: Turn | undefined
  /** Makes happen what stands in a transcript. @throws TypeError for a sentence that the server does not have */
  happen(sentence: string): Promise<void>
  close(): Promise<void>
}

export type OpenFixture = (transcript: HttpTranscript) => Promise<OpenedFixture>

/** Opens servers in this process, through one of the shells. */
export function inProcess(open: OpenHttp): OpenFixture {
  return async ({ server, options }) => {
    const runtime = createHttpRuntime()
    const fixture = createFixture(server, { runtime })
    const shell = await open(fixture.server, options)
    return {
      shell,
      async happen(sentence) {
        const seconds = secondsOf(sentence)
        const event = fixture.events.get(sentence)
        if (seconds !== undefined) runtime.advance(seconds * 1_000)
        else if (sentence === 'the handler closes') void shell.closeHandler()
        else if (event === undefined) throw new TypeError(`the server has no event "${sentence}"`)
        else event()
      },
      async close() {
        await shell.close()
        await fixture.server.close()
      },
    }
  }
}

/** The time that passes in a sentence. Undefined if it is of something else. */
export function secondsOf(sentence: string): number | undefined {
  const [, seconds] = /^(\d+) seconds pass$/.exec(sentence) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
