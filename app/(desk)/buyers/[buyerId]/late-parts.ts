// What the browser reads for itself after the page stands, in one piece: the first load is nearly full.
import { BuyerEntries } from '@/components/actions/buyer-entries'
import { OtherTickets } from '@/components/actions/other-tickets'
import { OthersActing } from '@/components/actions/others-acting'
import { OthersHere } from '@/components/actions/others-here'
import { UnconfirmedStrips } from '@/components/actions/unconfirmed-strips'
import { WhatWeDid } from '@/components/actions/what-we-did'
import { OutageBanner } from '@/components/buyer/outage-banner'
import { NotesCard } from '@/components/notes/notes-card'
import { GuideChoices, SomethingElse } from '@/components/playbooks/guide-choices'
import { Reveal, RevealedInRow } from '@/components/reveal/reveal'
import { RevealedRows } from '@/components/reveal/revealed-rows'

export const lateParts = {
  BuyerEntries,
  OtherTickets,
  OthersActing,
  OthersHere,
  UnconfirmedStrips,
  OutageBanner,
  WhatWeDid,
  NotesCard,
  GuideChoices,
  SomethingElse,
  Reveal,
  RevealedInRow,
  RevealedRows,
}
