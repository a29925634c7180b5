import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { download, floating, warningsOf } from './fixtures/warnings-of.js'

describe('programs', () => {
  test.each(['sudo', 'doas', 'su', 'pkexec', 'runas', 'gsudo'])('%s, with the rights of an administrator', (name) => {
    verifies('SEC-11')
    expect(warningsOf(`${name} serve`)).toEqual([`${name} gives it the rights of an administrator.`])
  })

  test.each(['rm', 'rmdir', 'rd', 'del', 'erase', 'shred', 'dd', 'mkfs', 'wipefs', 'Remove-Item'])(
    '%s, which deletes',
    (name) => {
      verifies('SEC-11')
      expect(warningsOf(`${name} notes`)).toEqual([`${name} deletes or overwrites files.`])
    },
  )

  test.each([
    ...['curl', 'wget', 'aria2c', 'fetch', 'lynx', 'certutil', 'bitsadmin'],
    ...['iwr', 'irm', 'Invoke-WebRequest', 'Invoke-RestMethod'],
    ...['nc', 'ncat', 'netcat', 'socat', 'telnet', 'ssh', 'scp', 'sftp', 'rsync', 'ftp'],
  ])('%s, which reaches other machines', (name) => {
    verifies('SEC-11')
    expect(warningsOf(`${name} notes`)).toEqual([`${name} sends to and gets from other machines.`])
  })

  test.each(['chmod', 'chown', 'icacls', 'takeown', 'crontab', 'systemctl', 'launchctl', 'schtasks', 'reg'])(
    '%s, which changes settings',
    (name) => {
      verifies('SEC-11')
      expect(warningsOf(`${name} notes`)).toEqual([
        `${name} changes settings of this machine that outlive the program.`,
      ])
    },
  )
})

test.each([
  ...['PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH'],
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED'],
  ...['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP', 'PERL5OPT', 'PERL5LIB', 'RUBYOPT', 'RUBYLIB'],
  ...['BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'IFS', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'https_proxy'],
  ...['NPM_CONFIG_REGISTRY', 'npm_config_registry', 'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL'],
  ...['UV_INDEX', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_EXTRA_INDEX_URL'],
  ...['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT'],
])('the variable %s', (name) => {
  verifies('SEC-11')
  expect(warningsOf('node a.js', ['TOKEN', name])).toEqual([
    `The variable ${name} can make it run other programs than the command names, or trust others.`,
  ])
})

test.each([
  ...['PATHS', 'MY_PATH', 'NODE_ENV', 'NODE_OPTION', 'NODE_EXTRA_CA', 'PYTHONUNBUFFERED', 'PYTHON', 'ENVIRONMENT'],
  ...['SSL_CERT', 'MY_SSL_CERT_FILE', 'NO_PROXY', 'NPM_TOKEN', 'PIP_INDEX', 'UV_CACHE_DIR', 'GIT_DIR', 'LD', 'IFS_'],
])('not the variable %s', (name) => {
  expect(warningsOf('node a.js', [name])).toEqual([])
})

describe('commands that download what they run', () => {
  test.each([
    ...['npx notes', 'bunx notes', 'pnpx notes', 'uvx notes', 'npm exec notes', 'npm x notes', 'pnpm dlx notes'],
    ...['yarn dlx notes', 'bun x notes', 'pipx run notes', 'uv tool run notes', 'deno run npm:notes'],
    ...['deno x jsr:@a/notes', 'go run a.example/notes@latest', 'docker run notes', 'podman run notes'],
    ...['nerdctl run notes', 'docker container run notes'],
  ])('%s', (line) => {
    verifies('SEC-11')
    const words = line.split(' ')
    expect(warningsOf(line)).toEqual([`${words[0]} ${download}`, floating(words.at(-1) ?? '')])
  })

  test.each(['npm start notes', 'yarn run notes', 'bun run notes', 'uv run notes', 'docker start notes', 'nerdctl ps'])(
    'not %s',
    (line) => {
      expect(warningsOf(line)).toEqual([])
    },
  )
})

describe('containers', () => {
  test.each([
    ['--privileged', '--privileged'],
    ...['--network=host', '--net=host', '--pid=host', '--ipc=host', '--userns=host'].map((flag) => [flag, flag]),
    ...['--network', '--net', '--pid', '--ipc'].map((flag) => [`${flag} host`, flag]),
    ...['--cap-add=ALL', '--device=gpu', '--security-opt=seccomp=unconfined'].map((flag) => [flag, flag]),
    ['--cap-add ALL', '--cap-add'],
    ['--device gpu', '--device'],
    ['--security-opt seccomp=unconfined', '--security-opt'],
  ])('with %s reach out', (flags, named) => {
    verifies('SEC-11')
    const engines = ['docker', 'podman', 'nerdctl']
    expect(engines.map((engine) => warningsOf(`${engine} run ${flags} a@sha256:00`))).toEqual(
      engines.map((engine) => [`${engine} ${download}`, `${named} lets the container reach out to this machine.`]),
    )
  })

  test.each(['/run/docker.sock:/d', '/run/podman/podman.sock:/d'])('get too much with %s', (mount) => {
    verifies('SEC-11')
    const flags = [`-v ${mount}`, `-v=${mount}`, `--volume ${mount}`, `--volume=${mount}`, `--mount ${mount}`]
    expect(flags.map((flag) => warningsOf(`docker run ${flag} a@sha256:00`))).toEqual(
      flags.map(() => [`docker ${download}`, `The container gets a folder that is more than it should need: ${mount}`]),
    )
  })
})

describe('places', () => {
  test.each([
    ...['/x/.ssh', '/x/.aws', '/x/.azure', '/x/.gnupg', '/x/.kube', '/x/.docker', '/x/.netrc', '/x/.npmrc'],
    ...['/x/.pypirc', '/x/.git-credentials', '/x/.pgpass', '/x/.password-store', '/x/.mozilla', '/x/.ssh/config'],
    ...['/x/id_rsa', '/x/id_dsa', '/x/id_ecdsa', '/x/id_ed25519', '/x/gcloud', '/x/Keychains', '/x/credentials'],
    ...['/x/.env', '/x/.env.local', '/x/login.keychain-db', '/x/Google/Chrome', 'D:\\x\\.pgpass', 'D:\\x\\Credentials'],
  ])('%s, where keys and passwords are', (path) => {
    verifies('SEC-11')
    const warning = `There are keys and passwords of yours: ${path}`
    expect([warningsOf(`files ${path}`), warningsOf(`files --root=${path}`)]).toEqual([[warning], [warning]])
  })

  test.each([
    ...['/etc', '/root', '/boot', '/sys', '/proc', '/dev', '/var', '/usr/lib', '/usr/local/etc', '/Library', '/System'],
    ...['/private/etc', '/etc/x', 'C:\\Windows', 'c:/ProgramData', 'C:\\Windows\\System32'],
  ])('%s, which is of the system', (path) => {
    verifies('SEC-11')
    expect(warningsOf(`files ${path}`)).toEqual([`That is a part of the system of this machine: ${path}`])
  })

  test.each([
    ...[
      '/',
      '~',
      '~/',
      '~\\',
      '$HOME',
      '$HOME/',
      '$' + '{HOME}',
      '%USERPROFILE%',
      '%USERPROFILE%\\',

      'C:\\',
      'c:/',
    ],
    ...['/home', '/home/', '/home/ann', '/home/ann/', '/Users', '/Users/ann'],
  ])('%s, which is everything', (path) => {
    verifies('SEC-11')
    expect(warningsOf(`files ${path}`)).toEqual([`That is everything you have, or all of this machine: ${path}`])
  })

  test.each([
    ...[
      '/x/.ssh2',
      '/x/.sshd',
      '/x/.environment',
      '/x/keychain',
      '/x/my-credentials',
      '/x/pgpass',
      '/etcetera',
      '/x/etc',
    ],
    ...['/usr/bin', '/home/ann/work', '~/work', 'C:\\work'],
  ])('not %s', (path) => {
    expect(warningsOf(`files ${path}`)).toEqual([])
  })
})
