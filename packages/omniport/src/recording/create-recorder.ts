import { findSecrets } from '../sealing/find-secrets.js'
import { ExchangeRecorder, type ExchangeRequest } from './exchange-recorder.js'
import { PipeRecorder } from './pipe-recorder.js'
import type { RecordedLine, RecordedTarget } from './recording-line.js'
import { recordingFormat, recordingVersion } from './recording-line.js'
import { RecordingWriter } from './recording-writer.js'
import { SecretMarks } from './secret-marks.js'
import { SessionNumbers } from './session-numbers.js'

/** Options of a recorder. */
export interface RecorderOptions {
  /** The server that is recorded. Secrets in it are replaced as well. */
  readonly target: RecordedTarget
  /** Receives each line as it is recorded, with its line feed, in order. Whatever it throws is thrown by the recorder. */
  readonly write: (line: string) => void
  /** Receives what a line says. */
  readonly onLine?: ((line: RecordedLine) => void) | undefined
  /** Variables of the program; those whose names suggest a secret are replaced everywhere. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Further texts to replace everywhere. */
  readonly secrets?: Iterable<string> | undefined
  /** True: arguments, results and all other values are left out; methods, ids, sizes and error codes stay. Default: false. */
  readonly hideValues?: boolean | undefined
  /** The longest message that is recorded in full. Of a longer one the start is kept. Default: 16 MiB. */
  readonly maxContentBytes?: number | undefined
  /** Milliseconds since any fixed time. Default: the monotonic clock of the platform. */
  readonly now?: (() => number) | undefined
  /** The date for the first line. Default: the time of the call. */
  readonly startedAt?: Date | undefined
}

/** Records what passes between clients and a server. */
export interface Recorder {
  /** Records the pipes of one program. */
  pipe(): PipeRecorder
  /** Records one HTTP request and its response. */
  exchange(request: ExchangeRequest): ExchangeRecorder
  /** Replaces a secret in everything that is recorded from now on. */
  addSecret(secret: string): void
}

/**
 * Creates the recorder of one file, and writes its first line. What is recorded is written at once: there is nothing to close.
 * Credentials in headers and addresses, secrets of the program's arguments and variables, cookies and session ids are replaced
 * by marks such as `[secret 1]`, the same mark for the same secret.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { target, write, onLine, env = {}, secrets = [], hideValues = false } = options
  const args = 'command' in target ? target.args : [target.url]
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => !plainVariables.has(name)))
  const marks = new SecretMarks([...findSecrets({ args, env: variables }), ...secrets])
  const writer = new RecordingWriter({
    write,
    onLine,
    content: { marks, isHidden: hideValues },
    maxContentBytes: options.maxContentBytes ?? defaultContentBytes,
    now: options.now ?? (() => performance.now()),
  })
  const { startedAt = new Date() } = options
  writer.begin({
    format: recordingFormat,
    version: recordingVersion,
    started: startedAt.toISOString(),
    target: cleanTarget(target, marks),
  })
  const sessions = new SessionNumbers(writer)
  let exchanges = 0
  return {
    pipe: () => new PipeRecorder(writer),
    exchange: (request) => {
      exchanges += 1
      return new ExchangeRecorder(request, { writer, sessions, exchange: exchanges })
    },
    addSecret: (secret) => void marks.mark(secret),
  }
}

function cleanTarget(target: RecordedTarget, marks: SecretMarks): RecordedTarget {
  if ('url' in target) return { url: marks.clean(target.url) }
  return { command: marks.clean(target.command), args: target.args.map((arg) => marks.clean(arg)) }
}

/** Variables of most systems whose names only look as if they held a secret. */
const plainVariables: ReadonlySet<string> = new Set([
  ...['PWD', 'OLDPWD', 'SSH_AUTH_SOCK', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'SESSION_MANAGER', 'SESSIONNAME'],
  ...[
    'DESKTOP_SESSION',
    'GDMSESSION',
    'XDG_SESSION_ID',
    'XDG_SESSION_TYPE',
    'XDG_SESSION_CLASS',
    'XDG_SESSION_DESKTOP',
  ],
])

const defaultContentBytes = 16_777_216
