import type { PublishedServer } from './published-server.js'

/** Servers whose tools change files and start programs, so that their calls are chosen. */
export const taskServers: readonly PublishedServer[] = [
  {
    name: 'shrimp-task-manager 1.0.21',
    spec: 'mcp-shrimp-task-manager@1.0.21',
    program: 'mcp-shrimp-task-manager/dist/index.js',
    env: { DATA_DIR: '<work>/data' },
  },
  {
    name: 'desktop-commander 0.2.52',
    spec: '@wonderwhy-er/desktop-commander@0.2.52',
    program: '@wonderwhy-er/desktop-commander/dist/index.js',
    files: { 'a.txt': 'one\ntwo\n' },
    // Its configuration has process ids, sizes of memory and times.
    volatile: [
      [/getConfig result: [\s\S]*/, 'getConfig result: <configuration>'],
      [/("(?:firstUsed|lastUsed)": )\d+/g, '$1<time>'],
      [/PID \d+/g, 'PID <number>'],
    ],
    calls: {
      read_file: [{ path: '<work>/a.txt' }],
      read_multiple_files: [{ paths: ['<work>/a.txt', '<work>/none'] }],
      write_file: [{ path: '<work>/b.txt', content: 'b' }],
      write_pdf: [],
      create_directory: [{ path: '<work>/made' }],
      list_directory: [{ path: '<work>/made' }],
      move_file: [{ source: '<work>/b.txt', destination: '<work>/c.txt' }],
      start_search: [],
      get_file_info: [{ path: '<work>/none' }],
      edit_block: [{ file_path: '<work>/a.txt', old_string: 'two', new_string: '2' }],
      start_process: [{ command: 'echo hello', timeout_ms: 1000 }],
      read_process_output: [{ pid: 1, timeout_ms: 10 }],
      interact_with_process: [{ pid: 1, input: 'a' }],
      force_terminate: [{ pid: 0 }],
      kill_process: [],
      list_processes: [],
      list_sessions: [{}],
      get_usage_stats: [],
      get_recent_tool_calls: [],
      give_feedback_to_desktop_commander: [],
      get_prompts: [{ action: 'get_prompt', promptId: 'none' }],
      set_config_value: [{ key: 'fileReadLineLimit', value: 100 }],
    },
  },
]
