import 'server-only'
import type { Migration } from 'kysely'
import { accounts } from './migrations/001-accounts'
import { knowledge } from './migrations/002-knowledge'
import { journal } from './migrations/003-journal'
import { approvals } from './migrations/004-approvals'
import { reasonPresetsMigration } from './migrations/005-reason-presets'
import { directory } from './migrations/006-directory'
import { together } from './migrations/007-together'
import { quotes } from './migrations/008-quotes'
import { cards } from './migrations/009-cards'
import { refunds } from './migrations/010-refunds'
import { people } from './migrations/011-people'
import { limits } from './migrations/012-limits'
import { jobs } from './migrations/013-jobs'
import { standingAlone } from './migrations/014-standing-alone'
import { noList } from './migrations/015-no-list'
import { follows } from './migrations/016-follows'
import { actionIds } from './migrations/017-action-ids'
import { checkpoints } from './migrations/018-checkpoints'
import { contradicted } from './migrations/021-contradicted'
import { earlierReasons } from './migrations/022-earlier-reasons'
import { replyTexts } from './migrations/023-reply-texts'
import { openGuides } from './migrations/024-open-guides'
import { replyTextIds } from './migrations/025-reply-text-ids'
import { chargeFigures } from './migrations/028-charge-figures'
import { quotesCompared } from './migrations/029-quotes-compared'
import { events } from './migrations/030-events'
import { lists } from './migrations/031-lists'
import { views } from './migrations/032-views'
import { lostOrders } from './migrations/033-lost-orders'
import { handovers } from './migrations/034-handovers'
import { quoteEntries } from './migrations/036-quote-entries'
import { owners } from './migrations/037-owners'
import { viewLinks } from './migrations/038-view-links'
import { promises } from './migrations/039-promises'
import { notesForShifts } from './migrations/040-notes-for-shifts'
import { eventsAgain } from './migrations/041-events-again'
import { moneyBack } from './migrations/042-money-back'
import { closedRows } from './migrations/043-closed-rows'
import { watching } from './migrations/044-watching'
import { moneyBackAgain } from './migrations/045-money-back-again'
import { incidents } from './migrations/046-incidents'
import { agents } from './migrations/047-agents'
import { journalStreams } from './migrations/048-journal-streams'
import { scimPeople } from './migrations/049-scim-people'
import { quickQueues } from './migrations/051-quick-queues'
import { panelPasses } from './migrations/053-panel-passes'
import { passkeys } from './migrations/054-passkeys'
import { notices } from './migrations/057-notices'
import { refusedTries } from './migrations/058-refused-tries'
import { actionsOnTargets } from './migrations/059-actions-on-targets'
import { factsSince } from './migrations/060-facts-since'

/** Every change of the schema, in order. A released one is never edited. */
export const migrations: Record<string, Migration> = {
  '001_accounts': accounts,
  '002_knowledge': knowledge,
  '003_journal': journal,
  '004_approvals': approvals,
  '005_reason_presets': reasonPresetsMigration,
  '006_directory': directory,
  '007_together': together,
  '008_quotes': quotes,
  '009_cards': cards,
  '010_refunds': refunds,
  '011_people': people,
  '012_limits': limits,
  '013_jobs': jobs,
  '014_standing_alone': standingAlone,
  '015_no_list': noList,
  '016_follows': follows,
  '017_action_ids': actionIds,
  '018_checkpoints': checkpoints,
  '021_contradicted': contradicted,
  '022_earlier_reasons': earlierReasons,
  '023_reply_texts': replyTexts,
  '024_open_guides': openGuides,
  '025_reply_text_ids': replyTextIds,
  '028_charge_figures': chargeFigures,
  '029_quotes_compared': quotesCompared,
  '030_events': events,
  '031_lists': lists,
  '032_views': views,
  '033_lost_orders': lostOrders,
  '034_handovers': handovers,
  '036_quote_entries': quoteEntries,
  '037_owners': owners,
  '038_view_links': viewLinks,
  '039_promises': promises,
  '040_notes_for_shifts': notesForShifts,
  '041_events_again': eventsAgain,
  '042_money_back': moneyBack,
  '043_closed_rows': closedRows,
  '044_watching': watching,
  '045_money_back_again': moneyBackAgain,
  '046_incidents': incidents,
  '047_agents': agents,
  '048_journal_streams': journalStreams,
  '049_scim_people': scimPeople,
  '051_quick_queues': quickQueues,
  '053_panel_passes': panelPasses,
  '054_passkeys': passkeys,
  '057_notices': notices,
  '058_refused_tries': refusedTries,
  '059_actions_on_targets': actionsOnTargets,
  '060_facts_since': factsSince,
}
