// Persian words, by area.

import * as trees from './trees.js';
import * as experiments from './experiments.js';
import * as replays from './replays.js';
import * as pacman from './pacman.js';
import { texts, patterns } from './lab-fa.js';

export const fa = {
  ui: { close: 'بستن', cancel: 'انصراف', copy: 'رونوشت', copied: 'رونوشت برداشته شد', more: 'بیشتر', less: 'کمتر', other: 'چیز دیگر', reset: 'بازنشانی', default: 'پیش‌فرض', settings: 'تنظیم‌ها' },
  nav: {
    label: 'اصلی', skip: 'رفتن به صفحه', trees: 'درخت‌ها', experiments: 'آزمایش‌ها', replays: 'بازپخش‌ها', language: 'English',
    light: 'رنگ‌های روشن', dark: 'رنگ‌های تیره', help: 'کلیدها و راهنما',
  },
  frame: {
    loading: 'آزمایشگاه باز می‌شود…', lost: 'چنین صفحه‌ای نیست.', broken: 'این صفحه باز نشد.', home: 'به بازی‌ها',
    reconnecting: 'آزمایشگاه پاسخ نمی‌دهد. دوباره تلاش می‌کنیم؛ چیزی از دست نرفته است.', reconnected: 'آزمایشگاه برگشت.',
  },
  help: {
    title: 'کلیدها', anywhere: 'همه‌جا', game: 'در بازی', stones: 'مهره‌ها و ستون‌ها', graph: 'نقطه‌ها و یال‌ها', maze: 'در هزارتو',
    keys: {
      help: 'همین راهنما', move: 'از یک دکمه به دکمهٔ بعد', close: 'بستنِ آنچه باز است', scrub: 'عقب و جلو رفتن میان حرکت‌ها', ends: 'به آغاز، به تازه‌ترین حرکت',
      play: 'پخش یا مکث', undo: 'پس گرفتن', restart: 'دوباره بازی', swap: 'جابه‌جایی دو طرف', fresh: 'بازی تازه', analysis: 'روشن و خاموش کردن تحلیل', moveNow: 'عامل همین حالا حرکت کند',
      column: 'انداختن در همان ستون', choose: 'انتخاب ستون', drop: 'انداختن مهره', points: 'نام دو نقطه، یکی پس از دیگری', edges: 'انتخاب یال', draw: 'کشیدن آن',
      walk: 'راه رفتن', step: 'یک گام',
    },
  },
  menu: {
    title: 'چه بازی کنیم؟', lead: 'بازی کنید، تماشا کنید و درون جست‌وجو را ببینید: هر عامل نشان می‌دهد چه می‌اندیشد و چرا.',
    welcome: 'تازه آمده‌اید؟', welcomeText: 'با یک حریف آسان «{game}» بازی کنید و تحلیل را روشن کنید: هنگام بازی می‌بینید هر ستون چقدر می‌ارزد.',
    welcomeStart: 'همین بازی', welcomeClose: 'راه را بلدم',
    resume: 'ادامهٔ', resumeAt: 'پس از {plies} حرکت', games: 'بازی‌ها', choose: 'چیدن بازی {game}', set: 'چیدن بازی',
    board: 'صفحه', layout: 'نقشه', settings: 'تنظیم‌های بازی', seats: 'چه کسی بازی می‌کند؟', person: 'یک نفر', personAbout: 'همین‌جا، پای همین صفحه',
    level: 'سطح', levels: 'سطح‌ها', agent: 'یک عامل', agents: 'عامل‌ها', presets: 'از گزارش‌ها', anyAgent: 'هر عامل', tune: 'تنظیم‌هایش', spec: 'به صورت نوشته',
    start: 'آغاز', watch: 'تماشا', custom: 'دلخواه', playedBy: 'بازیکنِ {player}', same: 'برای همهٔ دیگران هم همین', checking: 'بررسی…',
    ownMaze: 'هزارتوی خودم', ownMazeAbout: 'با نشانه‌ها بکشید: % دیوار، . غذا، o کپسول، P پک‌من، G روح.',
    ownTree: 'درخت خودم', ownTreeAbout: 'max [ a: min [ 3 12 8 ] b: min [ 2 4 6 ] ]', quick: 'آغاز سریع', unset: 'به اختیار عامل',
    time: 'زمان هر حرکت', seconds: '{n} ثانیه',
  },
  game: {
    transport: 'پیمایش بازی', panel: 'بازیکنان و تحلیل', previewing: 'نگاه به جلو:', pointsTip: '{name}: {n} امتیاز از بردها', positionTip: 'خودِ این وضعیت، بدون نگاه به جلو',
    loading: 'بازی آورده می‌شود…', gone: 'این بازی دیگر نیست.', first: 'به آغاز', back: 'یک حرکت به عقب', forward: 'یک حرکت به جلو', last: 'به تازه‌ترین حرکت', play: 'پخش', pause: 'مکث',
    moves: 'حرکت‌ها', move: 'حرکت {ply} از {last}', speed: 'سرعت', undo: 'پس گرفتن', restart: 'دوباره بازی', swap: 'جابه‌جایی دو طرف', fresh: 'بازی تازه', playOn: 'ادامه از همین‌جا', live: 'بازگشت به بازی',
    earlier: 'وضعیتی پیشین را می‌بینید.', thinking: '{name} فکر می‌کند', thinkingNow: '{agent} فکر می‌کند…', moveNow: 'همین حالا', yourTurn: 'نوبت {name}', resign: 'تسلیم', resigned: '{name} تسلیم شد',
    person: 'یک نفر', change: 'تغییر بازیکنِ {name}', players: 'بازیکنان', analysis: 'تحلیل', why: 'چرا', tree: 'درخت', log: 'حرکت‌ها',
    score: 'امتیاز', positionScore: 'این وضعیت', points: 'امتیاز', total: 'جمع', games: '{n} بازی', gamesOne: '۱ بازی', draws: '{n} مساوی', wins: '{n} برد',
    won: '{name} برد', draw: 'مساوی', over: 'بازی تمام شد', again: 'دوباره بازی', share: 'هم‌رسانی', shareText: 'این پیوند همهٔ حرکت‌ها را در خود دارد. هر که بازش کند بازی را می‌بیند؛ چیزی به جایی فرستاده نمی‌شود.',
    copyLink: 'رونوشت پیوند', save: 'ذخیرهٔ بازی', saved: 'ذخیره شد', moved: '{name}: {action}', failed: 'عامل نتوانست ادامه دهد: {message}', waiting: 'برای تماشا پخش را بزنید، یا گام‌به‌گام پیش بروید.',
    noMoves: 'هنوز حرکتی نشده است.', by: 'از', start: 'آغاز', nodes: 'گره', facts: 'دانسته‌ها', seats: 'چه کسی به جای {name} بازی کند؟', take: 'خودم بازی می‌کنم', apply: 'این بازی کند', openReplay: 'باز کردن بازپخش',
    totals: 'بازی‌های بسیار', totalsLead: 'بگذارید عامل‌ها پشت سر هم بازی کنند و نتیجه‌ها شمرده شود.', totalsStart: '{n} بازی', totalsStop: 'ایست', totalsGames: 'شمار بازی‌ها', totalsAgents: '{a} در برابر {b}', totalsDone: '{done} از {total} بازی',
    totalsRounds: '{n} دور در هر بازی', totalsTime: '{n} ثانیه', totalsShow: 'دیدن آخرین بازی', alternate: 'یک‌درمیان جای دو طرف عوض شود', step: 'یک گام', dice: 'بخت', realtime: 'بی‌درنگ', realtimeAbout: 'پک‌من از رفتن نمی‌ایستد',
    board: 'صفحهٔ بازی', valueBar: 'ارزیابی', restartScore: 'امتیازها می‌مانند.', facing: 'نوبت اوست',
  },
  analysis: {
    winsIn: '{name} در {n} حرکت می‌برد', losesIn: '{name} در {n} حرکت می‌بازد', wins: '{name} می‌برد', loses: '{name} می‌بازد', evenFor: 'برابر، از دید {name}', whoMoves: 'هر که نوبت اوست',
    on: 'تحلیل', start: 'تحلیل کن', stop: 'ایست', add: 'یک عامل دیگر', remove: 'حذف این عامل', change: 'تغییر عامل', depth: 'عمق {n}', nodes: '{n} گره', rate: '{n} در ثانیه', queued: 'در صف', running: 'در حال فکر',
    done: 'پایان', stopped: 'ایستاد', failed: 'نشد', lead: 'روشنش کنید تا روشن بماند: هر حرکت مجاز ارزش خود را می‌گیرد، روی صفحه و همین‌جا، در همان حال که عامل فکر می‌کند.',
    line: 'ادامهٔ محتمل', lineStep: 'نمایش این وضعیت', lineBack: 'بازگشت به بازی', values: 'ارزش حرکت‌ها', pov: 'از دید {name}', onBoard: 'روی صفحه نمایش داده می‌شود', showOnBoard: 'نمایش روی صفحه',
    noValues: 'این عامل جست‌وجو نمی‌کند، پس ارزشی هم ندارد.', best: 'بهترین', bound: 'دست بالا', estimate: 'برآورد', over: 'بازی تمام شده است: چیزی برای تحلیل نمانده.', chance: 'اینجا بخت تصمیم می‌گیرد.',
    time: 'زمان برای هر یک', milliseconds: '{n} هزارم ثانیه', seconds: '{n} ثانیه', noLimit: 'بی‌پایان', cuts: '{n} برش', hits: '{n} از جدول', agent: 'عامل', lane: 'عامل {n}',
    why: 'چرا این‌قدر می‌ارزد', whyLead: 'آنچه تابع ارزیابی در این وضعیت می‌بیند، پیش از هر نگاه به جلو.', eval: 'تابع ارزیابی', seenBy: 'از دیدِ', total: 'جمع', terms: 'جمله‌ها',
    judge: 'هر حرکت به خودی خود چقدر می‌ارزد', noTerms: 'این ارزیابی یک عدد می‌دهد و جمله‌ای ندارد.',
    treeLead: 'بگذارید عاملی اینجا جست‌وجو کند و درختی را ببینید که به‌راستی پیموده است: پنجره‌ها، ارزش‌ها، و آنچه بریده شد و چرا.', openTree: 'باز کردن درخت', treeDepth: 'عمق',
    heat: 'نقشهٔ گرما', heatAbout: 'ارزش وضعیت اگر پک‌من آنجا بایستد', reach: 'دسترس روح‌ها', reachAbout: 'هر روح پس از {n} حرکت کجا می‌تواند باشد', overlays: 'روی هزارتو', even: 'برابر', clearly: '{name} جلوتر است', behind: '{name} عقب‌تر است',
    compare: 'کنار هم', agree: 'همهٔ عامل‌ها {action} را برمی‌گزینند.', differ: 'عامل‌ها هم‌نظر نیستند.', barEmpty: 'هنوز ارزشی نیست',
  },
  board: {
    stones: 'صفحه، {width} ستون در {height} ردیف', column: 'ستون {n}', graph: '{n} نقطه و یال‌های میانشان', tree: 'درخت', edge: 'یال {name}', choose: 'یک حرکت برگزینید', cell: 'ستون {x}، ردیف {y}', empty: 'خالی', from: 'از {name}: نقطهٔ دوم را برگزینید',
    notLegal: 'اکنون ممکن نیست', full: 'پر', leaf: 'پایان، به ارزش {value}', here: 'اینجا', moves: '{n} حرکت ممکن',
    shapes: { disc: 'گرد', ring: 'حلقه' },
  },
  lab: { texts, patterns },
  trees: trees.fa,
  experiments: experiments.fa,
  replays: replays.fa,
  pacman: pacman.fa,
};
