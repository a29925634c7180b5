import type { PublishedServer } from './published-server.js'

/** Programs that are a server on one side and a client on the other. */
export const gatewayServers: readonly PublishedServer[] = [
  {
    name: 'supergateway 4.0.0, a pair',
    spec: 'supergateway@4.0.0',
    program: '<here>/supergateway-pair.mjs',
    args: ['<modules>/supergateway/dist/index.js', '<everything>'],
    refuses:
      'no answer: it writes its answers to stdout itself, past the transport (`gateways/streamableHttpToStdio.js`)',
    http: [
      {
        transport: 'http',
        program: 'supergateway/dist/index.js',
        args: ['--stdio', 'node <everything>', '--outputTransport', 'streamableHttp', '--stateful'],
        path: '/mcp',
        refuses: 'no: the program behind it has the official SDK, and answers `server/discover` with -32601',
      },
      {
        transport: 'sse',
        program: 'supergateway/dist/index.js',
        args: ['--stdio', 'node <everything>', '--outputTransport', 'sse'],
        path: '/sse',
      },
    ],
    calls: {
      'trigger-long-running-operation': [{ duration: 0.2, steps: 2 }],
      'gzip-file-as-resource': [{ name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=', outputType: 'resource' }],
      'toggle-simulated-logging': [],
      'toggle-subscriber-updates': [],
    },
  },
]
