import { CommandLine } from '../elements/parts.js'
import { RequestList } from '../requests/request-list.js'
import { useApp } from '../state/app.js'
import { AddForm } from './add-page.js'

/** What stands there before a server is chosen: how servers come here, and where to begin. */
export function StartPage() {
  const { store } = useApp()
  const about = store.about.value
  const hasServers = store.servers.value.length > 0
  return (
    <main class="page start" data-pane="work">
      <header class="page-head">
        <h1>{hasServers ? 'Choose a server at the left' : 'No servers yet'}</h1>
      </header>
      <RequestList />
      {about?.isTour === true && (
        <p class="note">
          These are example servers. Open “notes”, choose a tool and call it: below you see what went over the wire.
        </p>
      )}
      <div class="ways">
        <section>
          <h2>{hasServers ? 'Add another one' : 'Add one here'}</h2>
          <AddForm />
        </section>
        <div>
          <section>
            <h2>Or start the console with it</h2>
            <CommandLine text="omniport console -- npx -y @modelcontextprotocol/server-everything" />
            <CommandLine text="omniport console https://example.com/mcp" />
          </section>
          <section>
            <h2>Or take those you have</h2>
            <p>The console reads the files where other hosts have their servers:</p>
            <CommandLine text="omniport console --config .mcp.json" />
            {about !== undefined && about.configFiles.length > 0 && (
              <p class="soft">{`Read: ${about.configFiles.join(', ')}`}</p>
            )}
          </section>
        </div>
      </div>
    </main>
  )
}
