import type { PublishedServer } from './published-server.js'

const everything = '@modelcontextprotocol/server-everything'

const sendsAll = 'the event store of that server sends the events of all streams again when a client comes back to one'

const repeatsEmpty =
  'the official package stores the empty event that begins a stream as `{}`, and sends it again as a message, which no client can read'

/** The servers of the protocol's own repository, each in releases that differ. */
export const officialServers: readonly PublishedServer[] = [
  {
    name: 'everything 2026.8.31',
    spec: `${everything}@2026.8.31`,
    program: `${everything}/dist/index.js`,
    args: ['stdio'],
    http: [
      { transport: 'http', args: ['streamableHttp'], path: '/mcp' },
      { transport: 'sse', args: ['sse'], path: '/sse' },
    ],
    calls: {
      'trigger-long-running-operation': [{ duration: 0.2, steps: 2 }],
      'gzip-file-as-resource': [{ name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=', outputType: 'resource' }],
      'toggle-simulated-logging': [],
      'toggle-subscriber-updates': [],
    },
    differences: [
      { step: /^error Received a response for an unknown message ID/, reason: sendsAll },
      { step: /^error \[/, reason: repeatsEmpty },
      { step: /^pushed /, reason: sendsAll, isRepeated: true },
    ],
  },
  {
    name: 'everything 2025.11.25',
    spec: `${everything}@2025.11.25`,
    program: `${everything}/dist/index.js`,
    args: ['stdio'],
    http: [
      { transport: 'http', args: ['streamableHttp'], path: '/mcp' },
      { transport: 'sse', args: ['sse'], path: '/sse' },
    ],
    calls: { longRunningOperation: [{ duration: 0.2, steps: 2 }] },
  },
  {
    name: 'everything 2025.8.18',
    spec: `${everything}@2025.8.18`,
    program: `${everything}/dist/index.js`,
    args: ['stdio'],
    http: [
      { transport: 'http', args: ['streamableHttp'], path: '/mcp' },
      { transport: 'sse', args: ['sse'], path: '/sse' },
    ],
    calls: { longRunningOperation: [{ duration: 0.2, steps: 2 }] },
  },
  {
    name: 'filesystem 2026.8.31',
    spec: '@modelcontextprotocol/server-filesystem@2026.8.31',
    program: '@modelcontextprotocol/server-filesystem/dist/index.js',
    args: ['<work>/files'],
    files: { 'files/a.txt': 'one\ntwo\nthree\n', 'files/deep/b.md': '# b\n', 'files/image.png': 'no image' },
    calls: {
      read_file: [{ path: '<work>/files/a.txt' }, { path: '<work>/files/a.txt', head: 1 }, { path: '/etc/passwd' }],
      read_text_file: [{ path: '<work>/files/a.txt', tail: 2 }, { path: '<work>/files/none.txt' }],
      read_media_file: [{ path: '<work>/files/image.png' }],
      read_multiple_files: [{ paths: ['<work>/files/a.txt', '<work>/files/none'] }],
      write_file: [{ path: '<work>/files/new.txt', content: 'new' }],
      edit_file: [
        { path: '<work>/files/a.txt', edits: [{ oldText: 'two', newText: '2' }], dryRun: true },
        { path: '<work>/files/a.txt', edits: [{ oldText: 'two', newText: '2' }] },
        { path: '<work>/files/a.txt', edits: [{ oldText: 'absent', newText: '2' }] },
      ],
      create_directory: [{ path: '<work>/files/made' }],
      list_directory: [{ path: '<work>/files' }],
      list_directory_with_sizes: [{ path: '<work>/files', sortBy: 'name' }],
      directory_tree: [{ path: '<work>/files' }],
      move_file: [{ source: '<work>/files/new.txt', destination: '<work>/files/moved.txt' }],
      search_files: [{ path: '<work>/files', pattern: '**/*.md' }],
      get_file_info: [{ path: '<work>/files/image.png' }],
      list_allowed_directories: [{}],
    },
  },
  {
    name: 'memory 2026.8.31',
    spec: '@modelcontextprotocol/server-memory@2026.8.31',
    program: '@modelcontextprotocol/server-memory/dist/index.js',
    env: { MEMORY_FILE_PATH: '<work>/memory.jsonl' },
  },
  {
    name: 'sequential-thinking 2026.8.31',
    spec: '@modelcontextprotocol/server-sequential-thinking@2026.8.31',
    program: '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
  },
]
