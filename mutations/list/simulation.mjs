/** What runs of the simulation notice whatever else does: answers, crossings, gaps and what stays behind. */
export const simulation = [
  {
    name: 'a call whose handler goes on after its cancellation is answered, and a call that expired a second time',
    file: 'jsonrpc/serving/in-flight-request.ts',
    find: `  settle(response: RpcResponse | undefined): void {
    if (this.#ended) return
`,
    replace: `  settle(response: RpcResponse | undefined): void {
`,
    tests: ['transport/connection/connection.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a stream of a session that is resumed begins one event too late',
    file: 'store/memory/memory-stream.ts',
    find: 'this.#positionOf(after) + 1',
    replace: 'this.#positionOf(after) + 2',
    tests: ['store/memory/memory-event-log.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a stream of a session that is resumed begins one event too early',
    file: 'store/memory/memory-stream.ts',
    find: 'this.#positionOf(after) + 1',
    replace: 'this.#positionOf(after)',
    tests: ['store/memory/memory-event-log.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'streams of a session share what is logged',
    file: 'transport/http/legacy/streams/session-stream.ts',
    find: 'constructor({ log, sessionId, key, onError }: SessionStreamOptions) {\n    this.key = key\n',
    replace: `constructor({ log, sessionId, key, onError }: SessionStreamOptions) {
    this.key = key
    key = key.slice(0, 1)
`,
    tests: ['transport/http/legacy', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'the comments of a stream are not stopped with it',
    file: 'transport/http/responses/event-stream.ts',
    find: 'this.#stopComment?.()\n',
    replace: 'void this.#stopComment\n',
    tests: ['transport/http', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a pipe that ends hands on at once what waits for its turn',
    file: 'transport/stdio/serve/served-stdio.ts',
    find: `    this.#reader.stop()
`,
    replace: `    this.#reader.stop()
    this.#reader.release()
`,
    tests: ['transport/stdio/serve/serve-stdio.end.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a call waits for ever for a person of a client of 2026-07-28',
    file: 'client/input/modern/answer-inputs.ts',
    find: 'timeoutMs: questionMs',
    replace: 'timeoutMs: questionMs * 1e6',
    tests: ['client/input/modern/round-trip-times.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a client that closes does not let what is pending reject first',
    file: 'client/connected-client.ts',
    find: 'await new Promise<void>((resolve) => this.#services.runtime.defer(resolve))',
    replace: 'await Promise.resolve()',
    tests: ['client/input/modern/round-trip-times.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'a lost answer is not fetched again from its stream',
    file: 'client/http/legacy/stream-position.ts',
    find: '    this.#lastId = id\n',
    replace: '',
    tests: ['client/http/legacy', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'the progress of one call is told to all that ask for it',
    file: 'jsonrpc/pending.ts',
    find: 'request?.notify(notification, extend)',
    replace: 'for (const each of this.#requests.keys()) this.#requests.get(each)?.notify(notification, extend)',
    tests: ['jsonrpc/pending.test.ts', 'test/simulation/simulation.test.ts'],
  },
  {
    name: 'notifications/initialized is not sent again when its connection breaks',
    file: 'client/http/legacy/session-http-transport.ts',
    find: 'await this.#post(body, { message, repeats: true })',
    replace: 'await this.#post(body, { message })',
    tests: ['client/http/legacy/session-http-transport.test.ts', 'test/simulation/simulation.test.ts'],
  },
]
