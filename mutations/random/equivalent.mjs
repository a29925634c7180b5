/**
 * Mutants that are the same program: no test could tell. Each with the text that it replaces, what takes its place, and the reason; where
 * that text stands more than once in the file, with the line that it begins on. They
 * are left out of the first rate and count as survivors in the second.
 */
export const equivalent = [
  {
    file: 'packages/app/src/sandbox/message-limits.ts',
    mutator: 'ConditionalExpression',
    original: "typeof value !== 'object'",
    replacement: 'false',
    reason:
      'Functions, symbols and big integers have another prototype than objects of JSON, for which the next lines refuse them anyway; the check is there for the types.',
  },
  {
    file: 'packages/console/src/content/diff-lines.ts',
    mutator: 'EqualityOperator',
    original: 'start < right.length',
    replacement: 'start <= right.length',
    reason: 'Behind the last line there is undefined, which no line of the other side equals.',
  },
  {
    file: 'packages/omniport/src/auth/client/dpop/load-dpop-keys.ts',
    mutator: 'ObjectLiteral',
    original: '{ extractable: false }',
    replacement: '{}',
    reason:
      'A private JWK without `ext` is imported as not extractable by default, so the option only says so in words.',
  },
  {
    file: 'packages/omniport/src/auth/client/dpop/load-dpop-keys.ts',
    line: "const publicKey = await importJWK(publicJwk, 'ES256', { extractable: true })",
    mutator: 'ObjectLiteral',
    original: '{ extractable: true }',
    replacement: '{}',
    reason: 'A public JWK is imported as extractable by default, so the option only says so in words.',
  },
  {
    file: 'packages/omniport/src/auth/client/grants/enterprise-flow.ts',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason:
      'Whether a client is stored is only read by the flow of the authorization code, which this client never goes through.',
  },
  {
    file: 'packages/omniport/src/auth/client/tokens/token-authorizer.ts',
    mutator: 'StringLiteral',
    original: "'recall'",
    replacement: '""',
    reason: 'The name only tells this shared work from the others, whose names are not empty.',
  },
  {
    file: 'packages/omniport/src/auth/ssrf-guard/create-guarded-fetch.ts',
    mutator: 'ConditionalExpression',
    original: "typeof input === 'string' || input instanceof URL",
    replacement: 'false',
    reason:
      'A text and a URL have no members url, redirect and signal, so they are read as they are without the condition.',
  },
  {
    file: 'packages/omniport/src/cli/console/console-command.ts',
    mutator: 'ObjectLiteral',
    original: '{ once: true }',
    replacement: '{}',
    reason: 'A signal aborts once, and the promise that the listener resolves takes a second call for nothing.',
  },
  {
    file: 'packages/omniport/src/cli/console/console-command.ts',
    line: "return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))",
    mutator: 'BooleanLiteral',
    original: 'true',
    replacement: 'false',
    reason: 'A signal aborts once, and the promise that the listener resolves takes a second call for nothing.',
  },
  {
    file: 'packages/omniport/src/cli/recording/mock/mock-response.ts',
    line: 'if (this.#isStream) this.#response.flushHeaders()',
    mutator: 'ConditionalExpression',
    original: 'this.#isStream',
    replacement: 'true',
    reason:
      'A head that is no stream goes out with its body, which follows at once: the bytes are the same, only in two writes.',
  },
  {
    file: 'packages/omniport/src/cli/wire/stdio-wire.ts',
    line: "child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text))",
    mutator: 'StringLiteral',
    original: "'utf8'",
    replacement: '""',
    reason: 'Node takes an empty name of an encoding as UTF-8.',
  },
  {
    file: 'packages/omniport/src/cli/wire/stdio-wire.ts',
    line: "child.stderr.setEncoding('utf8').on('data', (text: string) => {",
    mutator: 'StringLiteral',
    original: "'utf8'",
    replacement: '""',
    reason: 'Node takes an empty name of an encoding as UTF-8.',
  },
  {
    file: 'packages/omniport/src/client/connect/negotiate.ts',
    mutator: 'StringLiteral',
    original: "'The server took initialize for a choice'",
    replacement: '""',
    reason:
      'The error only tells the function that called to start the server again, which catches it by its class; nobody reads its text.',
  },
  {
    file: 'packages/omniport/src/client/connect/negotiate.ts',
    mutator: 'ObjectLiteral',
    original: '{ cause }',
    replacement: '{}',
    reason:
      'The error only tells the function that called to start the server again, which catches it by its class; nobody reads its cause.',
  },
  {
    file: 'packages/omniport/src/client/connect/targets/check-address.ts',
    mutator: 'BlockStatement',
    original: '{\n    return false\n  }',
    replacement: '{}',
    reason: 'Its only caller negates the result, and what ends without a return is as false as false.',
  },
  {
    file: 'packages/omniport/src/client/http/legacy/get-stream.ts',
    line: 'if (this.#closed.signal.aborted) return true',
    mutator: 'BooleanLiteral',
    original: 'true',
    replacement: 'false',
    reason:
      'once the stream is closed the loop ends either way, since the pause that follows resolves at once when its signal has aborted and the condition of the loop is the same signal.',
  },
  {
    file: 'packages/omniport/src/client/http/legacy/stream-position.ts',
    line: '#hasMoved = false',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason:
      'before the first connection ends it is read for the time after the first failure alone, and that is far below the bound that it chooses; after that it is set anew.',
  },
  {
    file: 'packages/omniport/src/client/requests/list-all.ts',
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason:
      'The error carries another one as its cause to the function that called, which throws that; nobody reads the text.',
  },
  {
    file: 'packages/omniport/src/client/requests/result-cache.ts',
    mutator: 'ArithmeticOperator',
    original: '(this.#changes.get(method) ?? 0) + 1',
    replacement: '(this.#changes.get(method) ?? 0) - 1',
    reason:
      'The number is only compared with an earlier one of the same method, and counting down makes each another one as well.',
  },
  {
    file: 'packages/omniport/src/client/subscriptions/legacy/uri-subscriptions.ts',
    line: 'const entry = this.#entries.get(uri) ?? { count: 0, last: Promise.resolve(false) }',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason:
      'The first to subscribe replaces this promise before anybody reads what it resolves with; only its settling is waited for.',
  },
  {
    file: 'packages/omniport/src/gateway/changes/connection-changes.ts',
    line: 'const { uris = [] } = wanted',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'Only the length is looked at, and one is within every limit, as none is.',
  },
  {
    file: 'packages/omniport/src/gateway/running-gateway.ts',
    mutator: 'ConditionalExpression',
    original: 'title !== undefined',
    replacement: 'true',
    reason: 'A member that is undefined has no place in JSON, which is all that leaves the gateway.',
  },
  {
    file: 'packages/omniport/src/jsonrpc/serving/in-flight-requests.ts',
    mutator: 'ConditionalExpression',
    original: 'this.#idleListeners.length === 0',
    replacement: 'false',
    reason: 'Where nobody waits, no listener is called either: the look spares each request an empty list.',
  },
  {
    file: 'packages/omniport/src/node/file-lock.ts',
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason:
      'The text stands for a namespace on systems that have none; it goes into a digest, where any constant tells machines apart as well.',
  },
  {
    file: 'packages/omniport/src/node/file-lock.ts',
    mutator: 'BlockStatement',
    original: "{\n    return '' // only Linux has them\n  }",
    replacement: '{}',
    reason:
      'Only systems without the folder of Linux come by; what is returned goes into a digest, where any constant tells machines apart as well.',
  },
  {
    file: 'packages/omniport/src/node/open-regular-file.ts',
    mutator: 'StringLiteral',
    original: "'EMLINK'",
    replacement: '""',
    reason:
      'Only FreeBSD gives this code for a symbolic link; on the systems that tests run on `open` cannot give it for a file.',
  },
  {
    file: 'packages/omniport/src/node/path-within.ts',
    mutator: 'ConditionalExpression',
    original: '!isAbsolute(way)',
    replacement: 'true',
    reason: 'A relative path is absolute only between two drives of Windows.',
  },
  {
    file: 'packages/omniport/src/node/path-within.ts',
    mutator: 'BlockStatement',
    original: '{\n    return undefined\n  }',
    replacement: '{}',
    reason: 'A function that ends without a return returns undefined.',
  },
  {
    file: 'packages/omniport/src/recording/recorded-content.ts',
    line: '} catch {',
    mutator: 'BlockStatement',
    original: '{\n    return undefined\n  }',
    replacement: '{}',
    reason: 'A function that ends without a return returns undefined as well.',
  },
  {
    file: 'packages/omniport/src/recording/split-content.ts',
    line: '#isAfterReturn = false',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason:
      'Before the first byte `#isAfterReturn` only decides whether a line feed counts as an empty line or as the rest of a break, and neither ends an event that has no line yet.',
  },
  {
    file: 'packages/omniport/src/server/input/round-trips/round-trip-input-requester.ts',
    line: "if (unread === undefined || this.#state !== 'open') return",
    mutator: 'ConditionalExpression',
    original: "this.#state !== 'open'",
    replacement: 'false',
    reason:
      'the timer of a replay is stopped when a round closes or ends, and one that is armed after the end only reaches #fail, which does nothing for a run that is over.',
  },
  {
    file: 'packages/omniport/src/server/lists/paginate.ts',
    mutator: 'Regex',
    original: '/^(\\d{1,9}):(.*)$/s',
    replacement: '/^(\\d{1,9}):(.*)/s',
    reason: 'The part before takes all that is left, line breaks too, so that the end is always there.',
  },
  {
    file: 'packages/omniport/src/server/prompts/assert-strings.ts',
    mutator: 'Regex',
    original: '/^(number|boolean|null|array|tuple|object|record)$/',
    replacement: '/^(number|boolean|null|array|tuple|object|record)/',
    reason: 'Of the other types of Zod only nullable begins with one of these, and it is unwrapped in the line before.',
  },
  {
    file: 'packages/omniport/src/server/tasks/records/is-too-large.ts',
    mutator: 'ConditionalExpression',
    original: 'text.length > most',
    replacement: 'false',
    reason:
      'A text has at least as many bytes as code units, so that the second condition holds wherever the first does; the first only saves counting.',
  },
  {
    file: 'packages/omniport/src/store/memory/creation-order.ts',
    line: 'isDeleted: false,',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason: 'The head of a list has no older node, so that nobody goes on from it whether or not it counts as deleted.',
  },
  {
    file: 'packages/omniport/src/store/memory/memory-event-log.ts',
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'One event that is appended always has one id, so that the default is never read.',
  },
  {
    file: 'packages/omniport/src/store/memory/memory-stream.ts',
    mutator: 'ConditionalExpression',
    original: 'this.#bufferStart === this.#firstAvailable',
    replacement: 'false',
    reason: 'Where no dropped event is kept there is nothing to free, so that what follows changes nothing.',
  },
  {
    file: 'packages/omniport/src/store/node/journal/load-journal.ts',
    line: 'let isEnded = false',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason: 'What a damaged end of the last log is said to be is only read for files that may have no such end.',
  },
  {
    file: 'packages/omniport/src/store/node/tables/file-event-log.ts',
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'One event that is appended always has one id, so that the default is never read.',
  },
  {
    file: 'packages/omniport/src/testing/fuzz/fuzz-tools.ts',
    mutator: 'EqualityOperator',
    original: 'attempt < maxAttempts',
    replacement: 'attempt <= maxAttempts',
    reason: 'One more attempt after two hundred at arguments that no schema lets fit ends in the same error.',
  },
  {
    file: 'packages/omniport/src/transport/exchange/client-requests.ts',
    mutator: 'ConditionalExpression',
    original: '!isObserved()',
    replacement: 'false',
    reason: 'An announcement that nobody observes sends the request as it is; the check only saves its objects.',
  },
  {
    file: 'packages/omniport/src/transport/http/guards/network-of.ts',
    line: "const [before = '', after = ''] = address.split('::')",
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason:
      'Groups behind :: come after the zeros that stand for it; an address without :: has, with its zeros, four groups before them, and split gives at least one part.',
  },
  {
    file: 'packages/omniport/src/transport/http/legacy/requests/outgoing-requests.ts',
    mutator: 'ConditionalExpression',
    original: 'askedSession === undefined',
    replacement: 'true',
    reason:
      'The id of a question of another session is not proven for this one, so nothing is left in the inbox either way; it saves one check of a proof for a peer that would have to know 128 random bits.',
  },
  {
    file: 'packages/omniport/src/transport/http/legacy/requests/outgoing-requests.ts',
    mutator: 'ConditionalExpression',
    original: '!isObserved()',
    replacement: 'false',
    reason: 'An announcement that nobody observes sends the request as it is; the check only saves its objects.',
  },
  {
    file: 'packages/omniport/src/transport/http/legacy/requests/request-ids.ts',
    line: "const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])",
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason: 'Whether a key may be exported shows only to who exports it, and the key never leaves this class.',
  },
  {
    file: 'packages/omniport/src/transport/http/legacy/requests/request-ids.ts',
    line: "return crypto.subtle.deriveKey(params, material, wanted, false, ['sign', 'verify'])",
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    reason: 'Whether a key may be exported shows only to who exports it, and the key never leaves this class.',
  },
  {
    file: 'packages/omniport/src/transport/http/legacy/sessions/http-session.ts',
    line: 'apply({ initialized, logLevel, subscribed = [], unsubscribed = [] }: SessionChange): void {',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A subscription that nobody has is removed, which changes nothing: the text is no URI.',
  },
  {
    file: 'packages/omniport/src/transport/http/requests/http-context.ts',
    line: "const [range = '', ...parameters] = text.split(';').map((part) => part.trim())",
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'Splitting a text gives at least one part, so the default is never used.',
  },
  {
    file: 'packages/omniport/src/transport/node/undici-sender.ts',
    mutator: 'Regex',
    original: '/^\\[|\\]$/g',
    replacement: '/\\[|\\]$/g',
    reason: 'The host name of a URL has no bracket but at its start and its end.',
  },
  {
    file: 'packages/omniport/src/transport/stdio/process/process-group.ts',
    line: "spawnSync('taskkill', ['/PID', String(pid), '/T', ...force], { stdio: 'ignore', windowsHide: true })",
    mutator: 'BooleanLiteral',
    original: 'true',
    replacement: 'false',
    reason: 'Only Windows shows windows.',
  },
  {
    file: 'packages/omniport/src/transport/stdio/process/process-group.ts',
    mutator: 'Regex',
    original: '/^\\d+$/',
    replacement: '/^\\d+/',
    reason: 'No entry of /proc begins with a digit and goes on with anything else.',
  },
  {
    file: 'packages/omniport/src/transport/stdio/process/process-group.ts',
    mutator: 'Regex',
    original: '/^\\d+$/',
    replacement: '/\\d+$/',
    reason: 'No entry of /proc ends with digits but those that are numbers of processes.',
  },
  {
    file: 'packages/omniport/src/transport/stdio/process/stderr-tail.ts',
    mutator: 'ConditionalExpression',
    original: 'this.#text.length > 2 * maxLength',
    replacement: 'true',
    reason:
      'The text is cut to its last part again when it is read; the condition only decides how often it is copied.',
  },
  {
    file: 'packages/omniport/src/transport/stdio/write/message-writer.ts',
    mutator: 'LogicalOperator',
    original: "typeof part === 'string' && bytes !== part.length + 1",
    replacement: "typeof part === 'string' || bytes !== part.length + 1",
    reason: "Text of ASCII has the same bytes in utf8 as in latin1; only the speed of Node's encoder differs.",
  },
  {
    file: 'packages/omniport/src/transport/streams/served-stream.ts',
    mutator: 'StringLiteral',
    original: "''",
    replacement: '"Stryker was here!"',
    reason:
      'The start of a line is only told for text that is not JSON; values of a stream have none, and nothing reads it there.',
  },
  {
    file: 'packages/sdk/src/modern/subscriptions.ts',
    mutator: 'ConditionalExpression',
    original: 'default:\n      return undefined',
    replacement: 'default:',
    reason: 'A function that ends without a return returns undefined as well.',
  },
  {
    file: 'packages/sdk/src/protocol/parse-call.ts',
    line: 'const isOptionalNumber: CheckMember = (value) => value === undefined || isNumber(value)',
    mutator: 'ConditionalExpression',
    original: 'value === undefined',
    replacement: 'false',
    reason: 'What this does not take is parsed by the schema, which gives the same answer more slowly.',
  },
  {
    file: 'packages/sdk/src/server/auth/handlers/revoke.ts',
    mutator: 'StringLiteral',
    original: "'Internal Server Error'",
    replacement: '""',
    reason: 'The middleware before it either sets the client or answers itself; the check is there for the types.',
  },
  {
    file: 'packages/sdk/src/server/auth/handlers/token.ts',
    mutator: 'StringLiteral',
    original: "'Internal Server Error'",
    replacement: '""',
    reason: 'The middleware before it either sets the client or answers itself; the check is there for the types.',
  },
]

/** Why a mutant is no change; undefined where it is one. `line` is the one that it begins on, without its indentation. */
export function reasonOf({ file, mutatorName, replacement }, original, line) {
  const found = equivalent.find(
    (entry) =>
      entry.file === file &&
      (entry.line ?? line) === line &&
      entry.mutator === mutatorName &&
      entry.original === original &&
      entry.replacement === replacement,
  )
  return found?.reason
}
