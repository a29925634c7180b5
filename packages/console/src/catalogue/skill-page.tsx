import type { Skill } from '../api/contract.js'
import { formatBytes, formatCount } from '../elements/format.js'
import { Foreign, Tag } from '../elements/parts.js'
import { itemOf, useApp } from '../state/app.js'
import { Definition, ItemHead, ItemPage } from './item-page.js'

/** A skill: instructions for a model, with files. */
export function SkillPage({ server, skill }: { readonly server: string; readonly skill: Skill }) {
  const app = useApp()
  const load = { kind: 'load-skill', server, uri: skill.uri } as const
  const canApprove = skill.state === 'changed' || skill.state === 'undecided' || skill.state === 'blocked'
  return (
    <ItemPage
      name={skill.name}
      head={<SkillHead skill={skill} />}
      definition={<Definition title="Front matter" value={skill.frontmatter} />}
      operations={itemOf(load)}
      empty={{ title: 'The instructions are shown here', text: 'Load it to read what a model would be given.' }}
    >
      <form
        data-call
        class="row actions"
        onSubmit={(event) => {
          event.preventDefault()
          app.operate(load)
        }}
      >
        <button type="submit" class="go">
          Load it
        </button>
        {canApprove && (
          <button
            type="button"
            onClick={() => void app.act('approve-skill', { server, uri: skill.uri, definition: skill.definition })}
          >
            Approve it as it is
          </button>
        )}
      </form>
      <Files server={server} skill={skill} />
    </ItemPage>
  )
}

function SkillHead({ skill }: { readonly skill: Skill }) {
  return (
    <>
      <ItemHead name={skill.skill} description={skill.description} />
      <p class="tags">
        <Tag tone={skill.state === 'allowed' ? 'good' : 'warn'}>{skill.state}</Tag>
        <Tag>{`${formatCount(skill.tokens)} tokens`}</Tag>
        {skill.bytes !== undefined && <Tag>{formatBytes(skill.bytes)}</Tag>}
      </p>
      {skill.findings.map(({ kind, text, path }) => (
        <p key={kind + path} class="note warning">
          <Foreign inline text={text} />
        </p>
      ))}
    </>
  )
}

function Files({ server, skill }: { readonly server: string; readonly skill: Skill }) {
  const app = useApp()
  if (skill.files === 'dynamic') return <p class="soft">Its files are made on demand.</p>
  return (
    <ul class="files">
      {skill.files.map(({ path, bytes }) => (
        <li key={path}>
          <button
            type="button"
            class="quiet"
            onClick={() => app.operate({ kind: 'read-skill-file', server, uri: skill.uri, path })}
          >
            <Foreign inline text={path} />
          </button>
          {bytes !== undefined && <span class="soft">{formatBytes(bytes)}</span>}
        </li>
      ))}
    </ul>
  )
}
