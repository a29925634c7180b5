import type { ConnectionInterceptor } from '../../entries/client.js'
import { createRecorder, type RecordedLine, type Recorder } from '../../entries/protocol.js'
import type { FaultSwitches } from './fault-switches.js'
import { interceptHttp } from './intercept-http.js'
import { interceptPipes } from './intercept-pipes.js'
import { type AuthExchange, recordAuth } from './record-auth.js'
import type { Timeline } from './timeline.js'

export interface WireRecorderOptions {
  readonly server: string
  readonly target: Parameters<typeof createRecorder>[0]['target']
  /** Variables that the program gets. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly secrets: readonly string[]
  readonly timeline: Timeline
  readonly faults: FaultSwitches
  readonly onAuthExchange: (exchange: AuthExchange, seq: number) => void
}

/** Records what passes between the host and one server, on all its connections. */
export class WireRecorder {
  /** The first line of its recording. */
  readonly header: string
  readonly interceptor: ConnectionInterceptor

  constructor({ server, target, env, secrets, timeline, faults, onAuthExchange }: WireRecorderOptions) {
    const create = (isAuth: boolean): { recorder: Recorder; header: string } => {
      const startedAt = new Date()
      let text = ''
      const recorder = createRecorder({
        target,
        env,
        secrets,
        startedAt,
        write: (line) => {
          text = line
        },
        onLine: (line: RecordedLine) => {
          timeline.add({ server, startedAt: startedAt.getTime(), line, text, isAuth })
        },
      })
      return { recorder, header: text }
    }
    const { recorder, header } = create(false)
    const { recorder: authRecorder } = create(true)
    this.header = header
    this.interceptor = {
      send: (request, next) => interceptHttp(request, next, { recorder, faults }),
      pipes: (program) => interceptPipes(program, { recorder, faults }),
      authFetch: (next) =>
        recordAuth(next, {
          recorder: authRecorder,
          onExchange: (exchange) => onAuthExchange(exchange, timeline.lastSeq),
        }),
    }
  }
}
