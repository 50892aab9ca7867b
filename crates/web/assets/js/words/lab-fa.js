// What the lab says in English, in Persian: whole texts, and patterns with numbers and names in them.

export const texts = {
  // Games
  'Connect Four': 'چهار در یک ردیف',
  'drop stones into columns; four in a row win': 'مهره‌ها را در ستون‌ها بیندازید؛ چهار مهره در یک ردیف برنده است',
  SIM: 'سیم',
  'colour edges between points; a triangle of your own colour loses':
    'یال‌های میان نقطه‌ها را رنگ کنید؛ هر که مثلثی به رنگ خود بسازد می‌بازد',
  'Pac-Man': 'پک‌من',
  'eat everything, by the rules used in university courses: capsules, scared ghosts, half cells':
    'همه‌چیز را بخورید، با قانون‌های درس‌های دانشگاهی: کپسول، روح‌های ترسیده، نیم‌خانه‌ها',
  'Grid Pac-Man': 'پک‌من شبکه‌ای',
  "report A's small Pac-Man: 18 x 9 cells, two ghosts, staying put is a move":
    'پک‌من کوچکِ گزارش A با ۱۸ در ۹ خانه و دو روح؛ ایستادن هم یک حرکت است',
  Tree: 'درخت دست‌نویس',
  'an explicit tree from a text file, small enough to draw': 'درختی که خودتان می‌نویسید، آن‌قدر کوچک که کشیدنی باشد',

  // Players, tones and outcomes
  Yellow: 'زرد',
  Red: 'قرمز',
  Blue: 'آبی',
  Cyan: 'فیروزه‌ای',
  max: 'بیشینه',
  min: 'کمینه',
  chance: 'بخت',
  person: 'یک نفر',
  win: 'برد',
  loss: 'باخت',
  draw: 'مساوی',
  even: 'برابر',
  'a draw': 'مساوی',
  'the game is over': 'بازی تمام شد',

  // Levels
  random: 'بخت',
  beginner: 'نوآموز',
  easy: 'آسان',
  medium: 'متوسط',
  hard: 'سخت',
  expert: 'استاد',
  perfect: 'بی‌خطا',
  'takes any column': 'هر ستونی که پیش آید',
  'takes any edge': 'هر یالی که پیش آید',
  'takes any branch': 'هر شاخه‌ای که پیش آید',
  'looks one move ahead': 'یک حرکت جلوتر را می‌بیند',
  'looks two moves ahead': 'دو حرکت جلوتر را می‌بیند',
  'looks three moves ahead': 'سه حرکت جلوتر را می‌بیند',
  'looks four moves ahead': 'چهار حرکت جلوتر را می‌بیند',
  'looks six moves ahead': 'شش حرکت جلوتر را می‌بیند',
  'looks eight moves ahead': 'هشت حرکت جلوتر را می‌بیند',
  'looks twelve moves ahead': 'دوازده حرکت جلوتر را می‌بیند',
  'overlooks most of what happens': 'بیشترِ آنچه را می‌گذرد نمی‌بیند',
  'overlooks many threats': 'بسیاری از تهدیدها را نمی‌بیند',
  'overlooks a diagonal now and then': 'گاهی قطری را نمی‌بیند',
  'looks six moves ahead, and hardly overlooks anything': 'شش حرکت جلوتر را می‌بیند و کمتر چیزی از چشمش می‌افتد',
  'knows most endings, and rarely errs': 'بیشترِ پایان‌ها را می‌داند و کم خطا می‌کند',
  'plans a way to all the food': 'راهی به همهٔ خوراک‌ها می‌کشد',
  'never errs; takes its time for the first moves': 'هرگز خطا نمی‌کند؛ برای حرکت‌های نخست وقت می‌خواهد',
  'never errs': 'هرگز خطا نمی‌کند',
  "report C's program, faults included": 'برنامهٔ گزارش C، با خطاهایش',
  'looks at his next step only': 'تنها گام بعدی را می‌بیند',
  'expects ghosts to wander': 'گمان می‌کند روح‌ها بی‌هدف می‌گردند',
  'expects the worst': 'چشم‌به‌راهِ بدترین است',
  'wander about': 'بی‌هدف می‌گردند',
  'mostly head for Pac-Man': 'بیشتر به سوی پک‌من می‌روند',
  'always head for Pac-Man': 'همیشه به سوی پک‌من می‌روند',
  "report A's program": 'برنامهٔ گزارش A',
  'expects ghosts to wander, and looks further': 'گمان می‌کند روح‌ها بی‌هدف می‌گردند، و دورتر را می‌بیند',
  'look ahead together': 'با هم به جلو نگاه می‌کنند',
  'sees the whole tree': 'همهٔ درخت را می‌بیند',

  // Boards and layouts
  standard: 'معمولی',
  'drawn start': 'آغاز به قرعه',
  'who begins is drawn, as in report C': 'آغازگر با قرعه برگزیده می‌شود، مانند گزارش C',
  tiny: 'ریز',
  trap: 'دام',
  cross: 'چلیپا',
  'dead-ends': 'بن‌بست‌ها',
  open: 'باز',
  rooms: 'اتاق‌ها',
  small: 'کوچک',
  ring: 'حلقه',
  full: 'کامل',
  textbook: 'کتاب درسی',
  dice: 'تاس',
  ghosts: 'روح‌ها',
  deep: 'ژرف',
  course: 'درس',
  'one ghost, one ring: a game in a dozen moves': 'یک روح و یک حلقه: بازیِ یک دوجین حرکت',
  "the reports' example: minimax gives up, expectimax dares":
    'مثال گزارش‌ها: مینیماکس تن می‌دهد، اکسپکتیماکس دل به دریا می‌زند',
  'symmetric, a capsule in each corner': 'متقارن، با کپسولی در هر گوشه',
  'many ways to be cornered': 'گیرافتادن آسان است',
  'a hall without corridors: nowhere to hide': 'تالاری بی‌راهرو: جایی برای پنهان شدن نیست',
  "one of the ghosts stands at Pac-Man's door": 'یکی از روح‌ها دم در پک‌من ایستاده است',
  'wide and low, the ghosts right above Pac-Man': 'پهن و کوتاه، روح‌ها درست بالای پک‌من',
  'the usual test, and the default': 'آزمون همیشگی، و پیش‌فرض',
  'two rings joined by gates': 'دو حلقه که با دروازه به هم پیوسته‌اند',
  'full size, with a house for the ghosts': 'به اندازهٔ کامل، با خانه‌ای برای روح‌ها',
  'three moves, three answers: the value is 3, and alpha-beta skips two leaves':
    'سه حرکت و سه پاسخ: ارزش ۳ است و آلفا-بتا از دو برگ می‌گذرد',
  'a chance node: minimax plays safe, expectimax rolls':
    'گره‌ای با بخت: مینیماکس احتیاط می‌کند، اکسپکتیماکس تاس می‌ریزد',
  'two minimisers in a row, with estimates for searches that stop early':
    'دو کمینه‌کننده پشت سر هم، با برآورد برای جست‌وجوهایی که زود می‌ایستند',
  'four plies, with cut-offs by a bound from three plies above':
    'چهار لایه، با برش‌هایی از کرانی که سه لایه بالاتر است',
  'a small graph in the format of the course graders': 'گرافی کوچک در قالب نمره‌دهندهٔ درس',

  // Settings of games
  'width of the board': 'پهنای صفحه',
  'height of the board': 'بلندای صفحه',
  'stones in a row that win': 'شمار مهره‌های پشت سر هم برای برد',
  'number of points': 'شمار نقطه‌ها',
  'who moves first; drawn is red in one game of three': 'چه کسی آغاز می‌کند؛ با قرعه، قرمز در یک بازی از هر سه بازی',
  'the maze': 'هزارتو',
  'keeps the first so many ghosts': 'تنها همین شمار از روح‌ها می‌مانند',
  "how strictly a file is read: as a course's engine does, long lines are cut and unknown letters are empty cells":
    'سخت‌گیری در خواندن پرونده: مانند موتور درس، سطرهای بلند بریده و نویسه‌های ناآشنا خانهٔ خالی شمرده می‌شوند',
  'which tree: one that comes with the game, or a file': 'کدام درخت: یکی از همراهان بازی، یا یک پرونده',

  // Evaluations
  "report E's windows of four, its flaw kept: a position may outrank a win":
    'پنجره‌های چهارتایی گزارش E، با همان نقص: گاه وضعیتی از برد هم بالاتر می‌رود',
  'threats by row parity, open lines, and the sooner win before the later':
    'تهدیدها به ترتیب زوج و فرد ردیف‌ها، خط‌های باز، و بردِ زودتر پیش از دیرتر',
  "report C's triples after every next edge: triangles are bad, all others good":
    'سه‌تایی‌های گزارش C پس از هر یالِ بعدی: مثلث بد است، بقیه خوب',
  'who runs out of safe edges first, and the later loss before the sooner':
    'یال‌های بی‌خطرِ چه کسی زودتر تمام می‌شود، و باختِ دیرتر بهتر از زودتر',
  "the score, as the reports' minimax, alpha-beta and expectimax use it":
    'همان امتیاز، چنان که مینیماکس و آلفا-بتا و اکسپکتیماکسِ گزارش‌ها به کار می‌برند',
  'report D\'s "better" evaluation': 'ارزیابیِ «بهترِ» گزارش D',
  'real ways to food, ghosts and prey': 'راه‌های واقعی تا غذا، روح‌ها و شکار',
  "report B's reflex evaluation": 'ارزیابی واکنشی گزارش B',
  "report D's reflex evaluation": 'ارزیابی واکنشی گزارش D',
  "report A's evaluation, term by term": 'ارزیابی گزارش A، جمله به جمله',
  'real ways, and a ghost only when it is near': 'راه‌های واقعی، و روح تنها هنگامی که نزدیک است',
  "what the file says of the node: a leaf's value, an estimate, or 0":
    'آنچه پرونده دربارهٔ گره می‌گوید: ارزش برگ، برآورد، یا صفر',

  // Agents
  'takes any legal move, each equally likely': 'هر حرکت مجاز، همه با یک احتمال',
  "takes the first legal move in the game's order": 'نخستین حرکت مجاز به ترتیب بازی',
  'takes the action that looks best at once': 'آنچه در دم بهترین می‌نماید',
  'draws an action, the better the likelier': 'به قرعه؛ هرچه بهتر، محتمل‌تر',
  "looks at everything to its depth: its own best against the others' best":
    'همه‌چیز را تا عمق خود می‌بیند: بهترینِ خود در برابر بهترینِ دیگران',
  'the same value as minimax from fewer states; with engine=on a fast one under any budget':
    'همان ارزش مینیماکس از حالت‌های کمتر؛ با engine=on در هر مهلتی تند است',
  'its own best against the mean of what the others may do': 'بهترینِ خود در برابر میانگینِ آنچه دیگران ممکن است بکنند',
  'plays many random games and looks deeper where they go well':
    'بازی‌های تصادفی بسیار می‌کند و جایی که خوب پیش می‌رود ژرف‌تر می‌نگرد',
  'never errs: takes the soonest win or the latest loss; needs a while for the first moves':
    'هرگز خطا نمی‌کند: زودترین برد یا دیرترین باخت؛ برای حرکت‌های نخست کمی زمان می‌خواهد',
  'never errs: takes the soonest win or the latest loss; up to six points':
    'هرگز خطا نمی‌کند: زودترین برد یا دیرترین باخت؛ تا شش نقطه',
  'has the best chance to win against an opponent who takes any edge; up to six points':
    'بیشترین بختِ برد در برابر حریفی که هر یالی را برمی‌دارد؛ تا شش نقطه',
  "report E's minimax with alpha-beta": 'مینیماکس گزارش E با آلفا-بتا',
  "report E's MCTS": 'جست‌وجوی مونت‌کارلوی گزارش E',
  "report C's program with its fault: its search skips about every second move":
    'برنامهٔ گزارش C با خطایش: جست‌وجو کمابیش از هر دو حرکت یکی را نمی‌بیند',
  "report C's program without its fault: it looks at every move": 'برنامهٔ گزارش C بی آن خطا: همهٔ حرکت‌ها را می‌بیند',
  'a ghost that mostly heads for Pac-Man, and mostly away from him when scared':
    'روحی که بیشتر به سوی پک‌من می‌رود و چون بترسد بیشتر از او می‌گریزد',
  'Pac-Man turning left wherever he can': 'پک‌منی که هرجا بتواند به چپ می‌پیچد',
  "report B's reflex agent": 'عامل واکنشی گزارش B',
  "report D's reflex agent": 'عامل واکنشی گزارش D',
  'the minimax of reports B and D': 'مینیماکس گزارش‌های B و D',
  'the alpha-beta of reports B and D': 'آلفا-بتای گزارش‌های B و D',
  'the expectimax of reports B and D': 'اکسپکتیماکس گزارش‌های B و D',
  "report D's expectimax with its better evaluation": 'اکسپکتیماکس گزارش D با ارزیابی بهترش',
  "report A's minimax, for which food is not eaten while it thinks":
    'مینیماکس گزارش A، که هنگام فکر غذا برایش خورده نمی‌شود',

  // Settings of agents
  'how an action is judged: an evaluation of actions, or of the states they lead to':
    'هر کار چگونه سنجیده شود: با ارزیابیِ کارها، یا حالت‌هایی که به آن‌ها می‌رسند',
  "judge actions by a minimax search to this depth, in the game's unit; 0 by the evaluation alone":
    'سنجش با جست‌وجوی مینیماکس تا این عمق، به واحد بازی؛ صفر یعنی تنها با ارزیابی',
  '1 spins a wheel in proportion to the values; lower is greedier, higher more random':
    '۱ گردونه را به نسبت ارزش‌ها می‌چرخاند؛ کمتر حریص‌تر، بیشتر تصادفی‌تر',
  'how far to look ahead': 'تا کجا به جلو نگاه کند',
  'how far it looks ahead, in plies': 'تا چند لایه به جلو نگاه می‌کند',
  'what depth counts: moves of one agent (ply) or of every agent (round)':
    'عمق چه را می‌شمارد: حرکت یک عامل (ply) یا همهٔ عامل‌ها (round)',
  'what leaves are worth': 'برگ‌ها چقدر می‌ارزند',
  'which of several best moves is taken': 'از میان چند بهترین، کدام برداشته شود',
  'which of several best moves to take': 'از میان چند بهترین، کدام برداشته شود',
  "which move is searched first: the game's order, backwards, by evaluation, or by experience":
    'کدام حرکت نخست جست‌وجو شود: به ترتیب بازی، وارونه، با ارزیابی، یا با تجربه',
  'what the other agents do: all against us (min), any move equally likely (mean), as the setting policy says (policy), or the first against us and the rest by chance (mixed)':
    'دیگران چه می‌کنند: همه در برابر ما (min)، هر حرکت با یک احتمال (mean)، آن‌چنان که policy می‌گوید (policy)، یا نخستین در برابر ما و بقیه به بخت (mixed)',
  "the same as others, in Pac-Man's words": 'همان others، به زبان پک‌من',
  'how the other agents draw their moves, with others=policy or mixed':
    'دیگران حرکت خود را چگونه می‌کشند، با others=policy یا mixed',
  "search the game as it is played, or as the report's program saw it":
    'جست‌وجو در بازیِ راستین، یا چنان که برنامهٔ گزارش می‌دید',
  'cut only beyond the window (strict) or also on its edge (inclusive)':
    'برش تنها بیرون پنجره (strict) یا بر لبهٔ آن هم (inclusive)',
  'what is found out of moves that are not the best: a bound, or what they are worth':
    'از حرکت‌هایی که بهترین نیستند چه دانسته شود: یک کران، یا ارزششان',
  'everything that makes it fast: deepen, table, killers, history, aspiration, hasten, order=best, cut=inclusive; each can still be set on its own':
    'هر آنچه تندش می‌کند؛ هر یک را جداگانه هم می‌توان گذاشت',
  'search to depth 1, 2, 3 ... until the depth, the time or the nodes are used up':
    'جست‌وجو تا عمق ۱، ۲، ۳ و… تا وقتی عمق یا زمان یا گره‌ها تمام شود',
  'megabytes for states already searched': 'چند مگابایت برای حالت‌های جست‌وجوشده',
  'megabytes for positions already searched': 'چند مگابایت برای وضعیت‌های جست‌وجوشده',
  'with order=best: moves first that cut at the same depth': 'با order=best: نخست حرکت‌هایی که در همین عمق بریده‌اند',
  'with order=best: moves first that cut often': 'با order=best: نخست حرکت‌هایی که بسیار بریده‌اند',
  "when deepening: expect the last depth's value": 'هنگام ژرف شدن: ارزش عمق پیشین را چشم دارد',
  'a win counts more the sooner it comes, a loss the later': 'برد هرچه زودتر بهتر، باخت هرچه دیرتر بهتر',
  'threads that share one table; the same value': 'رشته‌هایی با یک جدولِ مشترک؛ ارزش همان است',
  'pruning of chance nodes, for evaluations with known bounds': 'هرس گره‌های بخت، برای ارزیابی‌هایی با کران دانسته',
  'whose: tuned is ours; report counts a new node as visited, proves nothing, keeps nothing and takes the highest reward per visit':
    'از کیست: tuned از ماست؛ report گرهٔ تازه را دیده‌شده می‌شمارد، چیزی را ثابت نمی‌کند و نگه نمی‌دارد و بیشترین پاداش در هر دیدار را برمی‌دارد',
  'the most simulations a move; a limit of nodes counts them too':
    'بیشترین شبیه‌سازی برای هر حرکت؛ حد گره‌ها هم آن‌ها را می‌شمارد',
  'exploration: how much is spent on moves that look bad so far': 'کاوش: چقدر صرف حرکت‌هایی شود که تاکنون بد می‌نمایند',
  'back up proven values as such': 'ارزش‌های ثابت‌شده همان‌گونه بالا بروند',
  'keep the tree from move to move': 'درخت از حرکتی به حرکت دیگر بماند',
  "what is sought: the game's utility, or 1, 0 and -1 for win, draw and loss":
    'چه می‌جوید: سودِ بازی، یا ۱ و ۰ و ۱− برای برد و مساوی و باخت',
  'what the others do: min seeks their own good, mean is any move': 'دیگران چه می‌کنند: min سود خودشان، mean هر حرکتی',
  'the most moves of a playout; then the evaluation judges, or with reward=outcome it is a draw':
    'بیشترین حرکت در یک بازیِ آزمایشی؛ سپس ارزیابی داوری می‌کند، یا با reward=outcome مساوی است',
  'the evaluation that judges playouts which are not over': 'ارزیابی‌ای که بازی‌های ناتمام را داوری می‌کند',
  'threads that share the tree; with more than one, games differ from run to run':
    'رشته‌هایی با یک درخت مشترک؛ با بیش از یکی، بازی‌ها هر بار فرق می‌کنند',
  'megabytes for the tree; when they are used up it no longer grows':
    'چند مگابایت برای درخت؛ پس از آن دیگر رشد نمی‌کند',
  'how many threads search at once': 'چند رشته هم‌زمان جست‌وجو کنند',
  'how likely it takes a step that brings it nearest': 'با چه احتمالی گامی برمی‌دارد که نزدیک‌ترش کند',
  'how likely it takes a step that brings it farthest, when scared':
    'با چه احتمالی، چون بترسد، گامی برمی‌دارد که دورترش کند',

  // What is taken where nothing was chosen
  all: 'همه',
  "the game's": 'همان بازی',
  "the game's first": 'نخستینِ همان بازی',
  'tuned if the game has it, else its first; report: its first':
    'اگر بازی داشته باشد tuned، وگرنه نخستین؛ در گزارش‌ها نخستین',
  'as others': 'مانند دیگران',

  // Agents of single games
  'never errs: takes the soonest win or the latest loss; some moves after the opening book need a while':
    'هرگز خطا نمی‌کند: زودترین برد یا دیرترین باخت؛ چند حرکت پس از کتاب گشایش وقت می‌خواهد',
  'never errs: takes the soonest win or the latest loss; up to seven points':
    'هرگز خطا نمی‌کند: زودترین برد یا دیرترین باخت؛ تا هفت نقطه',
  'errs as people do, the less the higher the level; 10 is perfect (see docs/levels.md for how strong each is)':
    'مانند آدم‌ها خطا می‌کند، هرچه تراز بالاتر کمتر؛ ۱۰ بی‌خطاست (نیروی هر یک در docs/levels.md آمده است)',
  'how strong; level:3 is short for level:level=3': 'چقدر نیرومند؛ level:3 کوتاه‌شدهٔ level:level=3 است',
  'has the best chance to win against an opponent who takes any edge; up to seven points':
    'بهترین بختِ برد در برابر حریفی که هر یالی را برمی‌دارد؛ تا هفت نقطه',

  // Moves, where they are spoken
  North: 'شمال',
  South: 'جنوب',
  East: 'خاور',
  West: 'باختر',
  Stop: 'ایستادن',

  // Facts and terms
  'to move': 'نوبت',
  stones: 'مهره‌ها',
  winner: 'برنده',
  result: 'نتیجه',
  'edges left': 'یال‌های مانده',
  triangle: 'مثلث',
  score: 'امتیاز',
  level: 'مرحله',
  map: 'نقشه',
  value: 'ارزش',
  'food left': 'غذای مانده',
  'capsules left': 'کپسول‌های مانده',
  "our reconstruction; the report's own picture is lost": 'بازسازی ما؛ تصویر خود گزارش از میان رفته است',
  'own fours': 'چهارتایی‌های خود',
  'own threes': 'سه‌تایی‌های خود',
  'own twos': 'دوتایی‌های خود',
  "opponent's threes": 'سه‌تایی‌های حریف',
  'forced win': 'برد ناگزیر',
  'threats by row': 'تهدیدها به ردیف',
  'threats one above the other': 'تهدیدهای روی هم',
  'open lines': 'خط‌های باز',
  'triangles that a next edge would close': 'مثلث‌هایی که یال بعدی می‌بندد',
  'other triples': 'سه‌تایی‌های دیگر',
  'safe edges': 'یال‌های بی‌خطر',
  'last of the shared edges': 'آخرینِ یال‌های مشترک',
  'having to move': 'ناچاری از حرکت',
  'nearness of food': 'نزدیکی غذا',
  'distance to the nearest ghost': 'فاصله تا نزدیک‌ترین روح',
  'scared timers': 'زمان ترس',
  'the score rises': 'امتیاز بالا می‌رود',
  'nothing of note': 'چیز مهمی نیست',
  'way to the nearest food': 'راه تا نزدیک‌ترین غذا',
  'ghosts nearby': 'روح‌های نزدیک',
  'scared ghosts in reach': 'روح‌های ترسیدهٔ در دسترس',
  caught: 'گرفتار',
  'on a pellet': 'روی دانه',
  'pellets left': 'دانه‌های مانده',
  'ways to go': 'راه‌های رفتن',
  'distance to the nearest pellet': 'فاصله تا نزدیک‌ترین دانه',
  'way to the nearest pellet': 'راه تا نزدیک‌ترین دانه',
  'way to the nearest ghost': 'راه تا نزدیک‌ترین روح',
  'ghosts on cells in reach': 'روح‌ها در خانه‌های در دسترس',
  time: 'زمان',
  stopping: 'ایستادن',
  'distance to the nearest food': 'فاصله تا نزدیک‌ترین غذا',
  'ghosts less than two cells away': 'روح‌های نزدیک‌تر از دو خانه',
};

export const patterns = [
  [/^win in (\d+)$/, (m, say, digits) => `برد در ${digits(m[1])}`],
  [/^loss in (\d+)$/, (m, say, digits) => `باخت در ${digits(m[1])}`],
  [/^at most (.+)$/, (m, say) => `دست بالا ${say(m[1])}`],
  [/^at least (.+)$/, (m, say) => `دست کم ${say(m[1])}`],
  [/^(.+) to move$/, (m, say) => `نوبت ${say(m[1])}`],
  [/^(.+) wins$/, (m, say) => `${say(m[1])} برد`],
  [/^(.+) loses$/, (m, say) => `${say(m[1])} باخت`],
  [/^[Gg]host (\d+)$/, (m, say, digits) => `روح ${digits(m[1])}`],
  [/^(\d+) by (\d+)$/, (m, say, digits) => `${digits(m[1])} در ${digits(m[2])}`],
  [/^(\d+) columns, (\d+) rows$/, (m, say, digits) => `${digits(m[1])} ستون و ${digits(m[2])} ردیف`],
  [/^(\d+) points$/, (m, say, digits) => `${digits(m[1])} نقطه`],
  [/^(\d+) points on the circle$/, (m, say, digits) => `${digits(m[1])} نقطه روی دایره`],
  [/^([+-]?)(\d[\d.,]*)$/, (m, say, digits) => digits(m[1].replace('-', '−') + m[2])],
];
