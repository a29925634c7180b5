import { describe, expect, test } from 'vitest'
import { download, floating, warningsOf } from './fixtures/warnings-of.js'

const inline = (name: string) => `${name} reads its arguments as a program: several commands may be in it.`
const after = (flag: string) => `There is a program in its arguments, after ${flag}.`
const piped = (name: string) => `What ${name} downloads is run at once, whatever it is by then.`
const rights = (name: string) => `${name} gives it the rights of an administrator.`

describe('a shell with a program in its arguments', () => {
  test.each([
    ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'csh', 'tcsh', 'busybox', 'cmd', 'powershell', 'pwsh'],
    ...['iex', 'Invoke-Expression', 'wscript', 'cscript', 'mshta', 'osascript', 'eval'],
  ])('is %s', (name) => {
    expect(warningsOf(`${name} -c serve`)).toEqual([inline(name)])
  })

  test.each(['-xc', '/c', '/k', '/C', '-Command', '-C'])('has it after %s', (flag) => {
    expect(warningsOf(`cmd ${flag} serve`)).toEqual([inline('cmd')])
  })

  test.each(['-cat', '--no-c', '/cat', 'x/c', 'serve', '-x'])('does not have it after %s', (flag) => {
    expect(warningsOf(`sh ${flag} serve`)).toEqual([])
  })
})

describe('an interpreter with a program in its arguments', () => {
  test.each([
    ['node', ['-e', '--eval', '-p', '--print', '-pe', '--import', '--require', '-r']],
    ['bun', ['-e', '--eval', '-p', '--print', '--preload', '-r']],
    ['deno', ['eval']],
    ['python', ['-c']],
    ['pypy', ['-c']],
    ['perl', ['-e', '-E']],
    ['ruby', ['-e']],
    ['php', ['-r']],
    ['lua', ['-e']],
    ['awk', ['-f']],
  ])('is %s after %j', (name, flags) => {
    expect(flags.map((flag) => warningsOf(`${name} ${flag} code`))).toEqual(flags.map((flag) => [after(flag)]))
  })

  test.each(['node --evaluate x', 'node -ex', 'node x-e', '2node3x -e x', '7lua -e x', 'python -m c', 'other -e x'])(
    'is not in %s',
    (line) => {
      expect(warningsOf(line)).toEqual([])
    },
  )

  test('may have its version behind it', () => {
    expect(warningsOf('lua5.4 -e x')).toEqual([after('-e')])
  })
})

describe('PowerShell hides what it runs', () => {
  test.each(['-e', '/e', '-ec', '-enc', '-EncodedCommand', '/ENC'])('with %s', (flag) => {
    expect(warningsOf(`pwsh ${flag} AAAA`).at(-1)).toBe(`${flag} hides what is run.`)
  })

  test.each(['pwsh -ex AAAA', 'pwsh x-e AAAA', 'pwsh -File a', 'mypwsh -e AAAA', 'pwshx -e AAAA'])(
    'not in %s',
    (line) => {
      expect(warningsOf(line)).toEqual([])
    },
  )
})

describe('a download that is run at once', () => {
  test.each([
    [['env', 'curl', 'a', '|', 'sh'], 'curl'],
    [['run', 'x; wget a | tee | bash'], 'wget'],
    [['run', 'curl a|sudo  python3 -'], 'curl'],
    [['run', 'iwr a | IEX'], 'iwr'],
    [['run', 'curl a | wget b | sh'], 'curl'],
  ])('is found in %j', (words, name) => {
    expect(warningsOf(words)).toContain(piped(name))
  })

  test.each([
    [['run', 'sh a | curl b']],
    [['run', 'curl a; sh b']],
    [['run', 'curl a |']],
    [['run', 'curl a | less sh']],
  ])('is not in %j', (words) => {
    expect(warningsOf(words)).toEqual(['curl sends to and gets from other machines.'])
  })
})

describe('a command that starts another', () => {
  test.each([
    ...['env', 'exec', 'ionice', 'nice', 'nohup', 'setsid', 'start', 'stdbuf', 'time', 'timeout', 'xargs'],
    ...['env -i', 'env A=b AB=c', 'timeout 10', 'timeout 10s', 'timeout 5m', 'start /b', 'nice -n 5', 'ENV.exe'],
  ])('is %s', (start) => {
    expect(warningsOf(`${start} npx notes`)).toEqual([`npx ${download}`, floating('notes')])
  })

  test.each(['doas', 'pkexec', 'sudo'])('with more rights is %s', (start) => {
    expect(warningsOf(`${start} npx notes`)).toEqual([rights(start), `npx ${download}`, floating('notes')])
  })

  test.each(['env a-b', 'env /cat', 'env x.y=c', 'timeout a10', 'env 7z', 'env', 'other'])(
    'does not start the last of: %s',
    (start) => {
      expect(warningsOf(`${start} notes npx other`)).toEqual([])
    },
  )

  test('may start nothing', () => {
    expect(warningsOf('sudo')).toEqual([rights('sudo')])
  })

  test('is looked into up to five times', () => {
    const found = [`npx ${download}`, floating('notes')]
    expect(warningsOf(`${'env '.repeat(5)}npx notes`)).toEqual(found)
    expect(warningsOf(`${'env '.repeat(6)}npx notes`)).toEqual([])
  })
})

describe('the name of a program', () => {
  test.each(['SUDO', 'C:\\bin\\Sudo.exe', 'sudo.cmd', 'sudo.bat', 'sudo.com', 'sudo.ps1', 'sudo.sh', '/bin/sudo'])(
    'is found in %s',
    (word) => {
      expect(warningsOf(`run ${word} a`)).toEqual([rights(word)])
    },
  )

  test.each(['sudo.txt', 'd.comd', 'pseudo', '@acme/sudo'])('is not that of %s', (word) => {
    expect(warningsOf(`run ${word} a`)).toEqual([])
  })

  test.each([';', '&', '|', '(', ')', '<', '>', '`', '"', "'", '$', '=', '{', '}'])('is found after %j', (mark) => {
    expect(warningsOf(['run', `a${mark}sudo`])).toEqual([rights('sudo')])
  })
})

test('what is quoted has 200 characters at most', () => {
  const [exact, long] = [`../${'x'.repeat(197)}`, `../${'x'.repeat(198)}`]
  expect(warningsOf(`files ${exact}`)).toEqual([`It leads out of the folder that it works in: ${exact}`])
  expect(warningsOf(`files ${long}`)).toEqual([`It leads out of the folder that it works in: ${long.slice(0, 200)}…`])
})
