import { Type } from 'typebox';
import { leakSides, leakVerdicts } from '../../domain/leak/leak.ts';
import { cleaningLimits } from '../../domain/leak/plan-cleaning.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

export const Place = Text('^[A-Za-z]{1,32}:[!-~]{1,200}$', {
  maxLength: 233,
  hint: 'a place such as aws:123456789012:ten_01jc8vr3n2e9qsyw6x5m7t4kzd',
  description: 'An account in a cloud as one tenant opens it, or a management cluster.',
  examples: ['managementCluster:mc_01jc8vr3n2e9qsyw6x5m7t4kzd'],
});

export const LeakFilters = {
  place: Type.Optional(Place),
  type: Type.Optional(
    Text('^[A-Za-z][A-Za-z0-9./_-]*$', {
      maxLength: 128,
      hint: 'a type such as natGateway or Namespace',
      description: 'Type of the thing.',
    }),
  ),
  verdict: Type.Optional(Word(leakVerdicts, 'What was said of it.')),
};

export const ScanLeaksBody = Type.Object(
  {
    places: Type.Optional(
      Type.Array(Place, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Places to look at; all when absent.',
      }),
    ),
  },
  { ...closed, title: 'ScanLeaksRequest', examples: [{}] },
);

export const CleanLeaksBody = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Only `false` removes anything; absent is `true`: what would go is told.',
      }),
    ),
    ids: Type.Optional(
      Type.Array(Id('leak', 'Id of an entry of the report.'), {
        minItems: 1,
        maxItems: cleaningLimits.most,
        uniqueItems: true,
        description:
          'Entries to remove. Absent: all that are leaked and whose cluster the database remembers to have been deleted; the others have to be named.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: cleaningLimits.most,
        description: `Most things that are removed; ${cleaningLimits.usual} when absent.`,
      }),
    ),
    maxLeakedPercent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: `Refused when things of more clusters than this look leaked, in percent of those that are known; ${cleaningLimits.leakedPercent} when absent.`,
      }),
    ),
  },
  { ...closed, title: 'CleanLeaksRequest', examples: [{ dryRun: true }] },
);

const Reasons = ReplyList(
  Reply('LeakReason', {
    code: ReplyText(64, 'Stable word.'),
    detail: ReplyText(4096, 'For people.'),
  }),
  'Why: every gate that is closed, the deciding one first.',
  16,
);

const thingMembers = {
  place: ReplyText(256, 'Where it is.'),
  side: OpenWord(leakSides, 'In a cloud, or on a management cluster.'),
  type: ReplyText(128, "The provider's word for it, or the kind of an object."),
  resourceId: ReplyText(2048, "The cloud's id; of an object its name, with its namespace in front."),
  name: Type.Optional(ReplyText(1024, 'Its name.')),
  region: Type.Optional(ReplyText(64, 'Region, where it has one.')),
  owner: Reply(
    'LeakOwner',
    {
      infraId: Type.Optional(ReplyText(128, 'infraID of the cluster.')),
      tenantId: Type.Optional(ReplyText(128, 'Tenant.')),
      clusterId: Type.Optional(ReplyText(128, 'Cluster.')),
      nodePoolId: Type.Optional(ReplyText(128, 'Node pool.')),
    },
    'Whose it is, by its marks.',
  ),
  createdAt: Type.Optional(ReplyText(64, 'When it was made, by its marks or the server that has it.')),
  ageSeconds: Type.Optional(Type.Integer({ description: 'Seconds since then.' })),
};

const LeakReply = Reply(
  'Leak',
  {
    id: ReplyId('leak', 'Id in the report.'),
    ...thingMembers,
    step: Type.Optional(ReplyText(256, 'Step of the plan, of what is missing.')),
    verdict: OpenWord(leakVerdicts, 'What is said of it; only what is `leaked` is ever removed.'),
    reasons: Reasons,
    remembered: Type.Boolean({ description: 'Whether the database remembers that its cluster was deleted.' }),
    firstSeenAt: Time('Start of the first scan that showed it so.'),
    lastSeenAt: Time('Start of the last scan that showed it so.'),
    scans: Type.Integer({ minimum: 0, description: 'Scans that showed it so.' }),
  },
  'Something with our mark that no living cluster needs, or something recorded that is not there.',
);

const Count = Type.Integer({ minimum: 0, description: 'How many.' });

export const LeakListReply = Reply('LeakList', {
  items: ReplyList(LeakReply, 'The page, newest first.', 500),
  nextCursor: Type.Optional(ReplyText(512, 'Where the next page starts; absent on the last.')),
  summary: Reply('LeakSummary', {
    counts: ReplyList(
      Reply('LeakCount', {
        type: ReplyText(128, 'Type.'),
        verdict: OpenWord(leakVerdicts, 'Verdict.'),
        count: Count,
      }),
      'Everything that is out of place, by type and verdict.',
      2000,
    ),
    places: Reply('LeakPlaces', {
      total: Type.Integer({ minimum: 0, description: 'Places that are looked at.' }),
      failing: Type.Integer({
        minimum: 0,
        description: 'Whose last scan failed; nothing of them is judged.',
      }),
      neverScanned: Type.Integer({ minimum: 0, description: 'That no scan has ended for yet.' }),
      waiting: Type.Integer({ minimum: 0, description: 'Whose scan is due.' }),
      oldestScanAt: Type.Optional(
        Time('Last whole scan of the place that was not seen whole for the longest.'),
      ),
    }),
    failures: ReplyList(
      Reply('LeakScanFailure', {
        place: ReplyText(256, 'Place.'),
        failure: ReplyText(4096, 'Why its last scan proves nothing.'),
        scannedAt: ReplyText(64, 'When it began.'),
      }),
      'Failing places; at most the first hundred.',
      100,
    ),
  }),
});

export const LeakScanReply = Reply('LeakScan', {
  id: ReplyId('leakScan', 'Id of the scan.'),
  place: ReplyText(256, 'Place.'),
  startedAt: Time('When it began.'),
  endedAt: Time('When it ended.'),
  failure: Type.Optional(ReplyText(4096, 'Why it proves nothing; absent: it was whole.')),
  counts: ReplyList(
    Reply('LeakScanCount', {
      type: ReplyText(128, 'Type.'),
      verdict: OpenWord(leakVerdicts, 'Verdict; `active` are also the things of clusters that live.'),
      count: Count,
    }),
    'What it showed.',
    2000,
  ),
});

export const LeakScanRequestReply = Reply('LeakScanRequest', {
  requestedAt: Time('Scans that begin from now on see what is there now.'),
  places: Type.Integer({ minimum: 0, description: 'Places that will be looked at.' }),
});

export const LeakCleaningReply = Reply(
  'LeakCleaning',
  {
    id: Type.Optional(ReplyId('leakCleaning', 'Id; absent when nothing is removed.')),
    state: OpenWord(
      ['planned', 'accepted', 'running', 'succeeded', 'incomplete'],
      '`planned`: a dry run. `incomplete`: its time was up before everything was gone.',
    ),
    createdAt: Type.Optional(Time('When it was asked for.')),
    deadlineAt: Type.Optional(Time('When it ends with what is not gone by then.')),
    endedAt: Type.Optional(Time('When it ended.')),
    removals: ReplyList(
      Reply('LeakRemoval', {
        leakId: ReplyId('leak', 'Entry of the report.'),
        ...thingMembers,
        state: OpenWord(
          ['planned', 'pending', 'removing', 'removed', 'refused', 'left'],
          '`refused`: it was looked at right before, and is no leak any more. `left`: not gone in time.',
        ),
        detail: Type.Optional(ReplyText(4096, 'What it waits for, or why it was refused.')),
      }),
      'What goes, in this order.',
      cleaningLimits.most,
    ),
    passedOver: ReplyList(
      Reply('LeakPassedOver', {
        leakId: ReplyId('leak', 'Entry of the report.'),
        code: ReplyText(64, 'Stable word.'),
        detail: ReplyText(8192, 'For people.'),
      }),
      'What does not go, and why; known only when it was asked for.',
      20_000,
    ),
  },
  'Removal of leaked things.',
);
